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
	const localShop = createLocalShop();
	onTestFinished(localShop.close);
	const adminContext = localShop.createContext(await localShop.addAccount("admin"));
	const id = await localShop.addProduct(100);
	const readStock = async () =>
		(await adminContext.db.select().from(products).where(eq(products.id, id)).get())?.quantity;
	/** Returns the hidden fields of an edit form opened now. */
	const openForm = async (idempotencyKey: string) => {
		const { quantity: shownStock, editKey } = await requireEditableProduct(adminContext, id);
		return { shownStock, editKey, idempotencyKey };
	};
	const createEdit = (quantity: number) => ({
		description: "Made for one test.",
		priceCents: 1_999,
		minimum: 1,
		quantity,
	});
	return { adminContext, localShop, id, readStock, openForm, createEdit };
}

test("rejects a form submitted again after another admin's change", async () => {
	const { adminContext, id, readStock, openForm, createEdit } = await createFixture();
	const firstForm = await openForm("first");
	await updateProduct(adminContext, id, createEdit(120), firstForm);
	await updateProduct(adminContext, id, createEdit(125), await openForm("second"));
	await expect(updateProduct(adminContext, id, createEdit(120), firstForm)).rejects.toMatchObject({
		status: 409,
		message: expect.stringContaining("it now has 125 in stock"),
	});
	expect([await readStock(), await adminContext.db.$count(auditLog)]).toEqual([125, 2]);
});

test("a rejected form's error lists what saving it would change", async () => {
	const { adminContext, id, openForm, createEdit } = await createFixture();
	const staleForm = await openForm("stale");
	await updateProduct(
		adminContext,
		id,
		{ ...createEdit(120), priceCents: 5_555, minimum: 3, partNumber: "A-1" },
		await openForm("other"),
	);
	const edit = { ...createEdit(100), minimum: 3, description: "New text.", partNumber: null };
	await expect(updateProduct(adminContext, id, edit, staleForm)).rejects.toMatchObject({
		message: expect.stringContaining(
			"change: price $55.55 → $19.99, stock 120 → 100, description, part number A-1 → none.",
		),
	});
	const sameEdit = { ...createEdit(120), priceCents: 5_555, minimum: 3 };
	await expect(updateProduct(adminContext, id, sameEdit, staleForm)).rejects.toMatchObject({
		message: expect.stringContaining("change: nothing."),
	});
});

test("a form submitted twice in a row is saved once", async () => {
	const { adminContext, id, readStock, openForm, createEdit } = await createFixture();
	const form = await openForm("once");
	for (let attempt = 0; attempt < 2; attempt += 1)
		await updateProduct(adminContext, id, createEdit(120), form);
	expect([await readStock(), await adminContext.db.$count(auditLog)]).toEqual([120, 1]);
});

test("rejects a form that was saved and is submitted again with other values, instead of reporting that they are saved", async () => {
	const { adminContext, id, readStock, openForm, createEdit } = await createFixture();
	const form = await openForm("once");
	await updateProduct(adminContext, id, createEdit(120), form);
	await expect(updateProduct(adminContext, id, createEdit(130), form)).rejects.toMatchObject({
		status: 409,
		message: expect.stringContaining("change: stock 120 → 130"),
	});
	expect(await readStock()).toBe(120);
});

test("keeps sales since the form was opened, but rejects the form after a stock change", async () => {
	const { adminContext, id, readStock, openForm, createEdit } = await createFixture();
	const staleForm = await openForm("old");
	await setStock(adminContext, id, 7);
	await expect(updateProduct(adminContext, id, createEdit(120), staleForm)).rejects.toMatchObject({
		status: 409,
	});
	const form = await openForm("new");
	await adminContext.db.update(products).set({ quantity: 5 }).where(eq(products.id, id));
	await updateProduct(adminContext, id, createEdit(17), form);
	expect(await readStock()).toBe(15);
});

test("a retry after a lost response does not overwrite another admin's change", async () => {
	const { adminContext, localShop, id, readStock, openForm, createEdit } = await createFixture();
	let roundTrips = 0;
	const contextWithLostResponse = localShop.createContext(adminContext.account, async () => {
		roundTrips += 1;
		// The first round trip reads the product, and the second sets its stock.
		if (roundTrips === 2) {
			return () => {
				throw new Error(connectionLost);
			};
		}
		if (roundTrips === 3)
			await updateProduct(adminContext, id, createEdit(15), await openForm("five more"));
		return undefined;
	});
	await setStock(contextWithLostResponse, id, 10);
	expect([await readStock(), await adminContext.db.$count(auditLog)]).toEqual([15, 2]);
});

test("a part number belongs to one product, ignoring case, until that product is deleted", async () => {
	const { adminContext, localShop, id, createEdit } = await createFixture();
	const otherId = await localShop.addProduct(10);
	await updateProduct(adminContext, id, { ...createEdit(100), partNumber: "TTD-1101" });
	const edit = { ...createEdit(10), partNumber: "ttd-1101" };
	const partNumberTaken = { code: "part_number_taken", issues: [{ field: "partNumber" }] };
	await expect(updateProduct(adminContext, otherId, edit)).rejects.toMatchObject(partNumberTaken);
	const img = "/pictures/pliers-800.webp";
	await expect(addProduct(adminContext, { ...edit, name: "Pliers", img })).rejects.toMatchObject(
		partNumberTaken,
	);
	await updateProduct(adminContext, id, { ...createEdit(100), partNumber: "Ttd-1101" });
	await deleteProduct(adminContext, id);
	await updateProduct(adminContext, otherId, edit);
	await updateProduct(adminContext, otherId, { ...createEdit(10), partNumber: null });
	await addProduct(adminContext, { ...edit, name: "Pliers", img });
});
