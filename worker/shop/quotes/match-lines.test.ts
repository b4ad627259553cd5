import { eq } from "drizzle-orm";
import { afterAll, expect, test } from "vitest";
import { products } from "#worker/db/schema.ts";
import { createLocalShop } from "../../../tests/support/local-shop.ts";
import { deleteProduct } from "../catalogue/edit.ts";
import { matchToolLines, parseToolLines } from "./match-lines.ts";

const local = createLocalShop();
afterAll(local.close);

test.each([
	["TW-200, 50", "TW-200", 50],
	["Torque wrench; 1,000 pcs", "Torque wrench", 1_000],
	["Socket, 10 mm, deep\t25", "Socket, 10 mm, deep", 25],
	["12 x Ratchet 1/2", "Ratchet 1/2", 12],
	["40 Ratchet", "Ratchet", 40],
	["Torque wrench", "Torque wrench", null],
	["  Bar ,7 pieces ", "Bar", 7],
])("reads %s", (line, tool, quantity) => {
	expect(parseToolLines(`\n${line}\r\n\n`)).toEqual([{ tool, quantity }]);
});

test("finds tools by part number and name, ignoring the case, at the price break of their quantity", async () => {
	const shop = local.createContext(await local.addAccount("support"));
	const [bar, ratchet, gone] = [
		await local.addProduct(100, 10),
		await local.addProduct(100),
		await local.addProduct(100),
	];
	const set = (id: string, change: Partial<typeof products.$inferSelect>) =>
		local.db.update(products).set(change).where(eq(products.id, id));
	await set(bar, { name: "Bar", partNumber: "BA-1", priceCents: 500, priceBreaks: [[50, 400]] });
	await set(ratchet, { name: "Ratchet" });
	await set(gone, { name: "Gone" });
	await deleteProduct(local.createContext(await local.addAccount("admin")), gone);
	const text = "ba-1, 30\nRATCHET\nbar; 20\nGone, 5\n<b>Spoon</b>, 2";
	expect(await matchToolLines(shop, text)).toMatchObject({
		lines: [
			{ productId: bar, quantity: 50, unitPriceCents: 400, listCents: 500 },
			{ productId: ratchet, quantity: 1, unitPriceCents: 1_999 },
		],
		unmatched: ["Gone, 5", "<b>Spoon</b>, 2"],
	});
	expect(await matchToolLines(shop, " \n ")).toEqual({ lines: [], unmatched: [] });
});

test("a name that several tools have is left to choose", async () => {
	const shop = local.createContext(await local.addAccount("support"));
	for (const id of [await local.addProduct(100), await local.addProduct(100)])
		await local.db.update(products).set({ name: "Twin puller" }).where(eq(products.id, id));
	expect(await matchToolLines(shop, "Twin puller, 5")).toEqual({
		lines: [],
		unmatched: ["Twin puller, 5"],
	});
});
