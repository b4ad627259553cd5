import { eq } from "drizzle-orm";
import { afterAll, expect, test } from "vitest";
import { products } from "#worker/db/schema.ts";
import { createLocalShop } from "../../../tests/support/local-shop.ts";
import { deleteProduct } from "../catalogue/edit.ts";
import { matchToolLines } from "./match-lines.ts";

const localShop = createLocalShop();
afterAll(localShop.close);

test("finds tools by part number or name, at the price break of their total quantity", async () => {
	const staffContext = localShop.createContext(await localShop.addAccount("support"));
	const [barId, ratchetId, deletedId] = [
		await localShop.addProduct(100, 10),
		await localShop.addProduct(100),
		await localShop.addProduct(100),
	];
	const updateProduct = (id: string, change: Partial<typeof products.$inferSelect>) =>
		localShop.db.update(products).set(change).where(eq(products.id, id));
	await updateProduct(barId, {
		name: "Bar",
		partNumber: "BA-1",
		priceCents: 500,
		priceBreaks: [[50, 400]],
	});
	await updateProduct(ratchetId, { name: "Ratchet" });
	await updateProduct(deletedId, { name: "Gone" });
	await deleteProduct(localShop.createContext(await localShop.addAccount("admin")), deletedId);
	const text = "ba-1, 30\nRATCHET\nbar; 20\nGone, 5\n<b>Spoon</b>, 2";
	expect(await matchToolLines(staffContext, text)).toMatchObject({
		lines: [
			{ productId: barId, quantity: 50, unitPriceCents: 400, listCents: 500 },
			{ productId: ratchetId, quantity: 1, unitPriceCents: 1_999 },
		],
		unmatched: [
			{ text: "Gone, 5", choices: [] },
			{ text: "<b>Spoon</b>, 2", choices: [] },
		],
	});
	expect(await matchToolLines(staffContext, " \n ")).toEqual({ lines: [], unmatched: [] });
});

test("a name that several tools share is not matched automatically", async () => {
	const staffContext = localShop.createContext(await localShop.addAccount("support"));
	for (const id of [await localShop.addProduct(100), await localShop.addProduct(100)])
		await localShop.db.update(products).set({ name: "Twin puller" }).where(eq(products.id, id));
	expect(await matchToolLines(staffContext, "Twin puller, 5")).toEqual({
		lines: [],
		unmatched: [{ text: "Twin puller, 5", choices: ["Twin puller", "Twin puller"] }],
	});
});

test("finds the quantity before or after the tool, and lists the choices for an unclear line", async () => {
	const staffContext = localShop.createContext(await localShop.addAccount("support"));
	const [jackId, gaugeId] = [await localShop.addProduct(100), await localShop.addProduct(100)];
	const updateProduct = (id: string, change: Partial<typeof products.$inferSelect>) =>
		localShop.db.update(products).set(change).where(eq(products.id, id));
	await updateProduct(jackId, { name: "Trolley lift, 3 t", partNumber: "LJ-7301" });
	await updateProduct(gaugeId, { name: "Depth gauge 150" });
	const readQuantities = async (text: string) =>
		(await matchToolLines(staffContext, text)).lines.map(({ quantity }) => quantity);
	for (const text of ["LJ-7301 60", "LJ-7301 x 60", "60 x LJ-7301", "60 LJ-7301", "lj7301\t60 pcs"])
		expect([text, await readQuantities(text)]).toEqual([text, [60]]);
	for (const text of ["Trolley lift, 3 t 60", "60 Trolley lift, 3 t"])
		expect([text, await readQuantities(text)]).toEqual([text, [60]]);
	expect(await readQuantities("Depth gauge 150"), "the number is part of the name").toEqual([1]);
	for (const text of ["7301 x 60", "60 x 7301"]) {
		const { unmatched } = await matchToolLines(staffContext, text);
		expect(unmatched).toEqual([{ text: "7301, 60", choices: ["LJ-7301 Trolley lift, 3 t"] }]);
	}
	const { unmatched } = await matchToolLines(staffContext, "12 x trolley lift");
	expect(unmatched).toMatchObject([{ text: "trolley lift, 12" }]);
	expect(await matchToolLines(staffContext, "trolley lift 12")).toEqual({
		lines: [],
		unmatched: [{ text: "trolley lift, 12", choices: ["LJ-7301 Trolley lift, 3 t"] }],
	});
});
