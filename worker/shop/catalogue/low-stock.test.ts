import { eq } from "drizzle-orm";
import { afterAll, expect, test } from "vitest";
import { orders, products } from "#worker/db/schema.ts";
import { findOutdatedDerivedTables } from "../../../scripts/backup/derived-tables.ts";
import { createLocalShop } from "../../../tests/support/local-shop.ts";
import { createOrderRow, daysAgo } from "../../../tests/support/orders.ts";
import { exportLowStock, getLowStockPage } from "./low-stock.ts";
import { moveStock } from "./stock.ts";

const localShop = createLocalShop();
afterAll(localShop.close);
const { db } = localShop;
const adminContext = localShop.createContext(await localShop.addAccount("admin"));

async function addProduct(name: string, stock: number, sales: [pieces: number, days: number][]) {
	const id = await localShop.addProduct(stock, 10);
	await db.update(products).set({ name }).where(eq(products.id, id));
	for (const [quantity, days] of sales) {
		await db
			.insert(orders)
			.values(createOrderRow({ productId: id, quantity, paidAt: daysAgo(days) }));
	}
	return id;
}

const outOfStockId = await addProduct("Out, never sold", 9, []);
await addProduct("Out, and sold", 0, [[60, 3]]);
await addProduct("Sells out in 15 days", 30, [
	[40, 1],
	[20, 29],
	[600, 60],
]);
await addProduct("Lasts 60 days", 60, [[30, 2]]);
await addProduct("Sold long ago", 40, [[900, 95]]);
const unpaidId = await addProduct("Ordered, not paid", 20, []);
await db.insert(orders).values(createOrderRow({ productId: unpaidId, quantity: 10 }));
const refundedId = await addProduct("Refunded", 20, [[60, 2]]);
await moveStock(db, { change: 60, reason: "refund" }, eq(products.id, refundedId));
const deletedId = await addProduct("Deleted", 0, [[60, 2]]);
await db.update(products).set({ deletedAt: new Date() }).where(eq(products.id, deletedId));

const view = { page: 0, search: "", category: null, weeks: "4", days: "30" } as const;

test("lists tools that are out of stock, then those that sell out soonest", async () => {
	expect((await getLowStockPage(adminContext, view)).rows).toMatchObject([
		{ name: "Out, and sold", sold30: 60, sold90: 60, daysLeft: 0, reorder: 56 },
		{ name: "Out, never sold", quantity: 9, sold30: 0, daysLeft: null, reorder: 1 },
		{ name: "Sells out in 15 days", sold30: 60, sold90: 660, daysLeft: 15, reorder: 26 },
	]);
	expect(await findOutdatedDerivedTables(db.$client)).toEqual([]);
});

test("computes reorders for the chosen weeks and sales period, rounded up", async () => {
	const forTwelveWeeks = await getLowStockPage(adminContext, { ...view, weeks: "12" });
	expect(forTwelveWeeks.rows.slice(2)).toMatchObject([
		{ name: "Sells out in 15 days", reorder: 138 },
		{ name: "Lasts 60 days", daysLeft: 60, reorder: 24 },
	]);
	const basedOn90Days = await getLowStockPage(adminContext, { ...view, days: "90" });
	// 660 pieces in 90 days are 205.3 in 28 days.
	expect(basedOn90Days.rows.map(({ name, reorder }) => [name, reorder])).toEqual([
		["Out, and sold", 19],
		["Out, never sold", 1],
		["Sells out in 15 days", 176],
	]);
});

test("filters the list and its CSV by name, part number, and category", async () => {
	await db
		.update(products)
		.set({ partNumber: "TTD-7", category: "lifting" })
		.where(eq(products.id, outOfStockId));
	for (const filter of [
		{ search: "NEVER" },
		{ search: "ttd-7" },
		{ category: "lifting" },
	] as const) {
		expect((await getLowStockPage(adminContext, { ...view, ...filter })).rows).toMatchObject([
			{ id: outOfStockId },
		]);
	}
	const csv = await exportLowStock(adminContext, { ...view, category: "lifting" });
	expect(csv.split("\r\n")).toEqual([
		"\ufeffPart number,Tool,Suggested reorder,In stock,Minimum order,Sold in 30 days,Sold in 90 days,Days left,Tool id",
		`TTD-7,"Out, never sold",1,9,10,0,0,,${outOfStockId}`,
		"",
	]);
});
