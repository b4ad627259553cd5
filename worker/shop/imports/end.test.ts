import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { auditLog, imports } from "#worker/db/schema.ts";
import { addProducts, apply, createFixture, upload } from "../../../tests/support/local-imports.ts";
import { cancelImport } from "./end.ts";

test.each(["done", "canceled"])(
	"an import that is %s no longer stores who applied it",
	async (state) => {
		const fixture = await createFixture();
		const { adminContext } = fixture;
		await addProducts(fixture, 1);
		const id = await upload(adminContext, "Part number,Price\nP-1,20.50\n");
		const applyingImport = {
			state: "applying",
			userId: adminContext.account?.id,
			actor: adminContext.account?.email,
		} as const;
		await adminContext.db.update(imports).set(applyingImport).where(eq(imports.id, id));
		await (state === "done" ? apply(adminContext, id) : cancelImport(adminContext, id));
		expect(await adminContext.db.select().from(imports)).toMatchObject([
			{ state, userId: null, actor: null },
		]);
		expect(await adminContext.db.select().from(auditLog)).toMatchObject([
			{ actor: adminContext.account?.email },
		]);
	},
);

test("canceling an import that was never applied logs nothing", async () => {
	const fixture = await createFixture();
	const { adminContext } = fixture;
	await addProducts(fixture, 1);
	const id = await upload(adminContext, "Part number,Price\nP-1,20.50\n");
	await cancelImport(adminContext, id);
	expect(await adminContext.db.select().from(imports)).toMatchObject([
		{ state: "canceled", applied: 0 },
	]);
	expect(await adminContext.db.$count(auditLog)).toBe(0);
});
