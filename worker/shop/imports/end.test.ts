import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { auditLog, imports } from "#worker/db/schema.ts";
import { addProducts, apply, createFixture, upload } from "../../../tests/support/local-imports.ts";
import { cancelImport } from "./end.ts";

test.each(["done", "canceled"])(
	"an import that is %s no longer stores who applied it",
	async (state) => {
		const fixture = await createFixture();
		const { shop } = fixture;
		await addProducts(fixture, 1);
		const id = await upload(shop, "Part number,Price\nP-1,20.50\n");
		const applying = {
			state: "applying",
			userId: shop.account?.id,
			actor: shop.account?.email,
		} as const;
		await shop.db.update(imports).set(applying).where(eq(imports.id, id));
		await (state === "done" ? apply(shop, id) : cancelImport(shop, id));
		expect(await shop.db.select().from(imports)).toMatchObject([
			{ state, userId: null, actor: null },
		]);
		expect(await shop.db.select().from(auditLog)).toMatchObject([{ actor: shop.account?.email }]);
	},
);

test("canceling an import that was never applied logs nothing", async () => {
	const fixture = await createFixture();
	const { shop } = fixture;
	await addProducts(fixture, 1);
	const id = await upload(shop, "Part number,Price\nP-1,20.50\n");
	await cancelImport(shop, id);
	expect(await shop.db.select().from(imports)).toMatchObject([{ state: "canceled", applied: 0 }]);
	expect(await shop.db.$count(auditLog)).toBe(0);
});
