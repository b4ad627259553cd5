import { eq } from "drizzle-orm";
import { expect, onTestFinished, test } from "vitest";
import { ShopError } from "#contract/errors.ts";
import { isCheckViolation } from "#worker/db/failures.ts";
import { auditLog, products } from "#worker/db/schema.ts";
import { createLocalShop } from "../../../tests/support/local-shop.ts";
import { restock, setStock, updateProduct } from "./edit.ts";

async function createFixture() {
	const localShop = createLocalShop();
	onTestFinished(localShop.close);
	const adminContext = localShop.createContext(await localShop.addAccount("admin"));
	const id = await localShop.addProduct(100);
	const readProduct = async () =>
		await localShop.db.select().from(products).where(eq(products.id, id)).get();
	const sell = (pieces: number) =>
		localShop.db
			.update(products)
			.set({ quantity: 100 - pieces })
			.where(eq(products.id, id));
	return { localShop, adminContext, id, readProduct, sell };
}

test("keeps the sales since the form was opened", async () => {
	const { adminContext, id, readProduct, sell } = await createFixture();
	await sell(30);
	const form = { quantity: 120, shownStock: 100, editKey: null };
	expect(await restock(adminContext, id, form)).toEqual({ name: `Tool ${id}`, stock: 90 });
	expect((await readProduct())?.quantity).toBe(90);
	expect(await adminContext.db.select().from(auditLog)).toMatchObject([
		{ action: "stock-set", subjectId: id, detail: "70 → 90" },
	]);
});

test("applies a form submitted twice only once", async () => {
	const { adminContext, id, readProduct } = await createFixture();
	const form = { quantity: 120, shownStock: 100, editKey: null };
	await restock(adminContext, id, form);
	await expect(restock(adminContext, id, form)).rejects.toMatchObject({
		status: 409,
		message: expect.stringContaining("it now has 120 in stock"),
	});
	expect((await readProduct())?.quantity).toBe(120);
	expect(await adminContext.db.$count(auditLog)).toBe(1);
	const { editKey = null } = (await readProduct()) ?? {};
	await restock(adminContext, id, { quantity: 50, shownStock: 120, editKey });
	expect((await readProduct())?.quantity).toBe(50);
});

test("rejects a form opened before the stock was set", async () => {
	const { adminContext, id, readProduct } = await createFixture();
	await setStock(adminContext, id, 7);
	await expect(
		restock(adminContext, id, { quantity: 107, shownStock: 100, editKey: null }),
	).rejects.toMatchObject({ status: 409 });
	expect((await readProduct())?.quantity).toBe(7);
});

test("rejects removing more pieces than are in stock", async () => {
	const { adminContext, id, readProduct, sell } = await createFixture();
	await sell(90);
	await expect(
		restock(adminContext, id, { quantity: 50, shownStock: 100, editKey: null }),
	).rejects.toMatchObject({
		code: "stock_below_zero",
	});
	expect([(await readProduct())?.quantity, await adminContext.db.$count(auditLog)]).toEqual([
		10, 0,
	]);
});

test("does not report another failed check as a stock error", async () => {
	const { adminContext, id } = await createFixture();
	const edit = { description: "Words.", priceCents: 0, minimum: 1 };
	const update = updateProduct(adminContext, id, { ...edit, quantity: 100 });
	await expect(update).rejects.toSatisfy(
		(error) => isCheckViolation(error) && !(error instanceof ShopError),
	);
});

test("only admins can restock, and only existing products", async () => {
	const { localShop, adminContext, id } = await createFixture();
	const form = { quantity: 1, shownStock: 100, editKey: null };
	const shopperContext = localShop.createContext(await localShop.addAccount());
	await expect(restock(shopperContext, id, form)).rejects.toMatchObject({ status: 403 });
	await expect(restock(adminContext, "none", form)).rejects.toMatchObject({ status: 404 });
});
