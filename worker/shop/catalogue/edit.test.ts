import { eq } from "drizzle-orm";
import { expect, onTestFinished, test } from "vitest";
import { auditLog, products } from "#worker/db/schema.ts";
import { createLocalShop } from "../../../tests/support/local-shop.ts";
import { connectionLost } from "../../../tests/support/outage.ts";
import {
	addProduct,
	deleteProduct,
	requireEditableProduct,
	setStock,
	updateProduct,
} from "./edit.ts";

async function createFixture() {
	const local = createLocalShop();
	onTestFinished(local.close);
	const shop = local.createContext(await local.addAccount("admin"));
	const id = await local.addProduct(100);
	const readStock = async () =>
		(await shop.db.select().from(products).where(eq(products.id, id)).get())?.quantity;
	/** Returns the hidden fields of the edit form as it is rendered now. */
	const openForm = async (idempotencyKey: string) => {
		const { quantity: shownStock, editKey } = await requireEditableProduct(shop, id);
		return { shownStock, editKey, idempotencyKey };
	};
	const editTo = (quantity: number) => ({
		description: "Made for one test.",
		priceCents: 1_999,
		minimum: 1,
		quantity,
	});
	return { shop, local, id, readStock, openForm, editTo };
}

test("a form submitted again after another admin's change is rejected, and its stock is not added twice", async () => {
	const { shop, id, readStock, openForm, editTo } = await createFixture();
	const firstForm = await openForm("first");
	await updateProduct(shop, id, editTo(120), firstForm);
	await updateProduct(shop, id, editTo(125), await openForm("second"));
	await expect(updateProduct(shop, id, editTo(120), firstForm)).rejects.toMatchObject({
		status: 409,
		message: expect.stringContaining("it now has 125 in stock"),
	});
	expect([await readStock(), await shop.db.$count(auditLog)]).toEqual([125, 2]);
});

test("a form submitted twice in a row is saved once", async () => {
	const { shop, id, readStock, openForm, editTo } = await createFixture();
	const form = await openForm("once");
	for (let attempt = 0; attempt < 2; attempt += 1) await updateProduct(shop, id, editTo(120), form);
	expect([await readStock(), await shop.db.$count(auditLog)]).toEqual([120, 1]);
});

test("rejects a form opened before the stock was set, and does not restock pieces sold since a form was opened", async () => {
	const { shop, id, readStock, openForm, editTo } = await createFixture();
	const staleForm = await openForm("old");
	await setStock(shop, id, 7);
	await expect(updateProduct(shop, id, editTo(120), staleForm)).rejects.toMatchObject({
		status: 409,
	});
	const form = await openForm("new");
	await shop.db.update(products).set({ quantity: 5 }).where(eq(products.id, id));
	await updateProduct(shop, id, editTo(17), form);
	expect(await readStock()).toBe(15);
});

test("a retry after a lost response does not overwrite another admin's change", async () => {
	const { shop, local, id, readStock, openForm, editTo } = await createFixture();
	let trips = 0;
	const shopWithLostResponse = local.createContext(shop.account, async () => {
		trips += 1;
		// The first reads the product, the second sets its stock.
		if (trips === 2) {
			return () => {
				throw new Error(connectionLost);
			};
		}
		if (trips === 3) await updateProduct(shop, id, editTo(15), await openForm("five more"));
		return undefined;
	});
	await setStock(shopWithLostResponse, id, 10);
	expect([await readStock(), await shop.db.$count(auditLog)]).toEqual([15, 2]);
});

test("a part number belongs to one product, ignoring case, until that product is deleted", async () => {
	const { shop, local, id, editTo } = await createFixture();
	const other = await local.addProduct(10);
	await updateProduct(shop, id, { ...editTo(100), partNumber: "TTD-1101" });
	const edit = { ...editTo(10), partNumber: "ttd-1101" };
	const taken = { code: "part_number_taken", issues: [{ field: "partNumber" }] };
	await expect(updateProduct(shop, other, edit)).rejects.toMatchObject(taken);
	const img = "/pictures/pliers-800.webp";
	await expect(addProduct(shop, { ...edit, name: "Pliers", img })).rejects.toMatchObject(taken);
	await updateProduct(shop, id, { ...editTo(100), partNumber: "Ttd-1101" });
	await deleteProduct(shop, id);
	await updateProduct(shop, other, edit);
	await updateProduct(shop, other, { ...editTo(10), partNumber: null });
	await addProduct(shop, { ...edit, name: "Pliers", img });
});
