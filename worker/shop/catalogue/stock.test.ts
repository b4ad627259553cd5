import { asc, eq, sql } from "drizzle-orm";
import { afterAll, expect, test } from "vitest";
import { quantityMax } from "#contract/limits.ts";
import { products, stockMovements, users } from "#worker/db/schema.ts";
import {
	findOutdatedDerivedTables,
	rebuildDerivedTables,
} from "../../../scripts/backup/derived-tables.ts";
import { countPieces } from "../../../tests/support/count-pieces.ts";
import { createLocalShop } from "../../../tests/support/local-shop.ts";
import { cancelOrder } from "../orders/cancel.ts";
import { placeOrder } from "../orders/place.ts";
import { addProduct, restock, setStock, updateProduct } from "./edit.ts";
import { moveStock } from "./stock.ts";
import { getStockHistoryPage, listStockMovements } from "./stock-history.ts";

const local = createLocalShop();
afterAll(local.close);
const { db, anonymousContext } = local;
const admin = await local.addAccount("admin");
const shopper = await local.addAccount();

const readMovements = (productId: string) =>
	db
		.select()
		.from(stockMovements)
		.where(eq(stockMovements.productId, productId))
		.orderBy(asc(stockMovements.id));

test("each stock change has a movement with its reason, order and staff member", async () => {
	const shop = local.createContext(admin);
	const details = { description: "Made for one test.", priceCents: 1_999, minimum: 1 };
	const picture = "/pictures/torque-wrench-800.webp";
	const product = { ...details, name: "Tool", img: picture, quantity: 100 };
	const productId = await addProduct(shop, product);
	const order = { productId, location: "Here", phone: "1", idempotencyKey: null };
	const first = await placeOrder(local.createContext(shopper), { ...order, quantity: 4 });
	const second = await placeOrder(local.createContext(shopper), { ...order, quantity: 6 });
	await cancelOrder(local.createContext(shopper), first);
	await cancelOrder(shop, second);
	const cause = { reason: "delivery", note: "Pallet 7" } as const;
	await restock(shop, productId, { quantity: 120, shownStock: 100, editKey: null, ...cause });
	await setStock(shop, productId, 7);
	await setStock(shop, productId, 7);
	await updateProduct(shop, productId, { ...details, quantity: 9 });
	await updateProduct(shop, productId, { ...details, priceCents: 2_000, quantity: 9 });
	const rows = (await readMovements(productId)).map((row) => [
		...[row.reason, row.change, row.stockAfter, row.orderId, row.userId],
	]);
	expect(rows).toEqual([
		["created", 100, 100, null, admin.id],
		["order", -4, 96, first, null],
		["order", -6, 90, second, null],
		["cancel", 4, 94, first, null],
		["cancel", 6, 100, second, admin.id],
		["delivery", 20, 120, null, admin.id],
		["correction", -113, 7, null, admin.id],
		["correction", 2, 9, null, admin.id],
	]);
	expect(await countPieces(anonymousContext, productId)).toEqual({ stock: 9, ordered: 0 });
	const all = await getStockHistoryPage(shop, productId, { page: 0, reason: null });
	expect(all.product).toEqual({ name: "Tool", quantity: 9 });
	expect(all.rows.map(({ change }) => change)).toEqual([2, -113, 20, 6, 4, -6, -4, 100]);
	const delivered = await getStockHistoryPage(shop, productId, { page: 0, reason: "delivery" });
	expect(delivered.rows).toMatchObject([{ change: 20, note: "Pallet 7", email: admin.email }]);
	const [newest] = all.rows;
	const rest = await listStockMovements(shop, productId, newest);
	expect(rest.list).toEqual(all.rows.slice(1));
});

test("the database rejects a movement that does not continue the last one, a stock out of range, and any edit of a movement", async () => {
	const productId = await local.addProduct(10);
	const isProduct = eq(products.id, productId);
	const wrong = { productId, change: 1, stockAfter: 12, reason: "correction" as const };
	await expect(db.insert(stockMovements).values(wrong)).rejects.toThrow();
	for (const change of [-11, quantityMax]) {
		const move = moveStock(db, { change, reason: "correction" }, isProduct);
		await expect(move).rejects.toThrow();
	}
	const ofProduct = eq(stockMovements.productId, productId);
	await expect(db.update(stockMovements).set({ change: 5 }).where(ofProduct)).rejects.toThrow();
	await expect(db.delete(stockMovements).where(ofProduct)).rejects.toThrow();
	expect(await readMovements(productId)).toMatchObject([{ reason: "created", stockAfter: 10 }]);
	expect(await countPieces(anonymousContext, productId)).toEqual({ stock: 10, ordered: 0 });
});

test("an order takes its pieces once and returns them once, even if its write is repeated", async () => {
	const productId = await local.addProduct(10);
	const isProduct = eq(products.id, productId);
	const input = { productId, quantity: 4, location: "Here", phone: "1", idempotencyKey: null };
	const orderId = await placeOrder(local.createContext(shopper), input);
	await moveStock(db, { change: -4, reason: "order", orderId }, isProduct);
	expect(await countPieces(anonymousContext, productId)).toEqual({ stock: 6, ordered: 4 });
	await cancelOrder(local.createContext(shopper), orderId);
	await moveStock(db, { change: 4, reason: "cancel", orderId }, isProduct);
	expect(await countPieces(anonymousContext, productId)).toEqual({ stock: 10, ordered: 0 });
});

test("a stock change without a movement gets one with an unknown reason", async () => {
	const productId = await local.addProduct(0);
	expect(await readMovements(productId)).toEqual([]);
	for (const quantity of [5, 5, 3])
		await db.update(products).set({ quantity }).where(eq(products.id, productId));
	expect(await readMovements(productId)).toMatchObject([
		{ change: 5, stockAfter: 5, reason: "unknown", userId: null },
		{ change: -2, stockAfter: 3, reason: "unknown", userId: null },
	]);
	await expect(countPieces(anonymousContext, productId)).rejects.toThrow("no known reason");
});

test("a restore adds the movement that was missing because a sale happened during the export", async () => {
	const exported = createLocalShop();
	const productId = await exported.addProduct(10);
	const d1 = exported.anonymousContext.db.$client;
	await exported.db.run(sql`drop trigger stock_changed_unknown`);
	await exported.db.update(products).set({ quantity: 8 });
	expect(await findOutdatedDerivedTables(d1)).toEqual(["stock_movements"]);
	await rebuildDerivedTables(d1, ["stock_movements"]);
	expect(await findOutdatedDerivedTables(d1)).toEqual([]);
	const shop = exported.createContext(await exported.addAccount("admin"));
	await setStock(shop, productId, 9);
	const rows = await exported.db.select().from(stockMovements);
	expect(rows.map(({ change, stockAfter }) => [change, stockAfter])).toEqual([
		[10, 10],
		[-2, 8],
		[1, 9],
	]);
	exported.close();
});

test("a deleted staff member's movements stay, without the account", async () => {
	const [former, productId] = [await local.addAccount("admin"), await local.addProduct(1)];
	await setStock(local.createContext(former), productId, 2);
	await db.delete(users).where(eq(users.id, former.id));
	const rows = await readMovements(productId);
	expect(rows.at(-1)).toMatchObject({ change: 1, reason: "correction", userId: null });
});
