import { eq } from "drizzle-orm";
import { expect, onTestFinished, test } from "vitest";
import { auditLog, products } from "#worker/db/schema.ts";
import { createLocalShop } from "../../../tests/support/local-shop.ts";
import { restock, setStock } from "./edit.ts";

async function arrange() {
	const local = createLocalShop();
	onTestFinished(local.close);
	const shop = local.createShopFor(await local.addAccount("admin"));
	const id = await local.addProduct(100);
	const read = async () =>
		await local.anonymous.db.select().from(products).where(eq(products.id, id)).get();
	const sell = (pieces: number) =>
		local.anonymous.db
			.update(products)
			.set({ quantity: 100 - pieces })
			.where(eq(products.id, id));
	return { local, shop, id, read, sell };
}

test("pieces sold since the form was opened are not restocked", async () => {
	const { shop, id, read, sell } = await arrange();
	await sell(30);
	const wish = { quantity: 120, seen: 100, editKey: null };
	expect(await restock(shop, id, wish)).toEqual({ name: `Tool ${id}`, now: 90 });
	expect((await read())?.quantity).toBe(90);
	expect(await shop.db.select().from(auditLog)).toMatchObject([
		{ action: "stock-set", subjectId: id, detail: "70 → 90" },
	]);
});

test("the same form sent twice is done once, and says what is there now", async () => {
	const { shop, id, read } = await arrange();
	const wish = { quantity: 120, seen: 100, editKey: null };
	await restock(shop, id, wish);
	await expect(restock(shop, id, wish)).rejects.toMatchObject({
		status: 409,
		message: expect.stringContaining("it now has 120 in stock"),
	});
	expect((await read())?.quantity).toBe(120);
	expect(await shop.db.$count(auditLog)).toBe(1);
	const { editKey = null } = (await read()) ?? {};
	await restock(shop, id, { quantity: 50, seen: 120, editKey });
	expect((await read())?.quantity).toBe(50);
});

test("a form whose stock was set by a call since it was opened is refused", async () => {
	const { shop, id, read } = await arrange();
	await setStock(shop, id, 7);
	await expect(
		restock(shop, id, { quantity: 107, seen: 100, editKey: null }),
	).rejects.toMatchObject({ status: 409 });
	expect((await read())?.quantity).toBe(7);
});

test("more than the stock cannot be removed, and no audit entry is written", async () => {
	const { shop, id, read, sell } = await arrange();
	await sell(90);
	await expect(restock(shop, id, { quantity: 50, seen: 100, editKey: null })).rejects.toMatchObject(
		{
			code: "stock_below_zero",
		},
	);
	expect([(await read())?.quantity, await shop.db.$count(auditLog)]).toEqual([10, 0]);
});

test("only admins restock, and only what is sold", async () => {
	const { local, shop, id } = await arrange();
	const wish = { quantity: 1, seen: 100, editKey: null };
	const shopper = local.createShopFor(await local.addAccount());
	await expect(restock(shopper, id, wish)).rejects.toMatchObject({ status: 403 });
	await expect(restock(shop, "none", wish)).rejects.toMatchObject({ status: 404 });
});
