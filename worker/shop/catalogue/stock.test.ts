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

const localShop = createLocalShop();
afterAll(localShop.close);
const { db, anonymousContext } = localShop;
const admin = await localShop.addAccount("admin");
const shopper = await localShop.addAccount();

const readMovements = (productId: string) =>
	db
		.select()
		.from(stockMovements)
		.where(eq(stockMovements.productId, productId))
		.orderBy(asc(stockMovements.id));

test("records each stock change with its reason, order, and staff member", async () => {
	const adminContext = localShop.createContext(admin);
	const details = { description: "Made for one test.", priceCents: 1_999, minimum: 1 };
	const picture = "/pictures/torque-wrench-800.webp";
	const product = { ...details, name: "Tool", img: picture, quantity: 100 };
	const productId = await addProduct(adminContext, product);
	const order = { productId, location: "Here", phone: "1", idempotencyKey: null };
	const firstOrder = await placeOrder(localShop.createContext(shopper), { ...order, quantity: 4 });
	const secondOrder = await placeOrder(localShop.createContext(shopper), { ...order, quantity: 6 });
	await cancelOrder(localShop.createContext(shopper), firstOrder);
	await cancelOrder(adminContext, secondOrder);
	const cause = { reason: "delivery", note: "Pallet 7" } as const;
	await restock(adminContext, productId, {
		quantity: 120,
		shownStock: 100,
		editKey: null,
		...cause,
	});
	await setStock(adminContext, productId, 7);
	await setStock(adminContext, productId, 7);
	await updateProduct(adminContext, productId, { ...details, quantity: 9 });
	await updateProduct(adminContext, productId, { ...details, priceCents: 2_000, quantity: 9 });
	const rows = (await readMovements(productId)).map((row) => [
		row.reason,
		row.change,
		row.stockAfter,
		row.orderId,
		row.userId,
	]);
	expect(rows).toEqual([
		["created", 100, 100, null, admin.id],
		["order", -4, 96, firstOrder, null],
		["order", -6, 90, secondOrder, null],
		["cancel", 4, 94, firstOrder, null],
		["cancel", 6, 100, secondOrder, admin.id],
		["delivery", 20, 120, null, admin.id],
		["correction", -113, 7, null, admin.id],
		["correction", 2, 9, null, admin.id],
	]);
	expect(await countPieces(anonymousContext, productId)).toEqual({ stock: 9, ordered: 0 });
	const history = await getStockHistoryPage(adminContext, productId, { page: 0, reason: null });
	expect(history.product).toEqual({ name: "Tool", quantity: 9 });
	expect(history.rows.map(({ change }) => change)).toEqual([2, -113, 20, 6, 4, -6, -4, 100]);
	const deliveries = await getStockHistoryPage(adminContext, productId, {
		page: 0,
		reason: "delivery",
	});
	expect(deliveries.rows).toMatchObject([{ change: 20, note: "Pallet 7", email: admin.email }]);
	const [newest] = history.rows;
	const remaining = await listStockMovements(adminContext, productId, newest);
	expect(remaining.list).toEqual(history.rows.slice(1));
});

test("the database rejects inconsistent movements and changes to movements", async () => {
	const productId = await localShop.addProduct(10);
	const matchesProduct = eq(products.id, productId);
	const inconsistent = { productId, change: 1, stockAfter: 12, reason: "correction" as const };
	await expect(db.insert(stockMovements).values(inconsistent)).rejects.toThrow();
	for (const change of [-11, quantityMax]) {
		const move = moveStock(db, { change, reason: "correction" }, matchesProduct);
		await expect(move).rejects.toThrow();
	}
	const movementsOfProduct = eq(stockMovements.productId, productId);
	await expect(
		db.update(stockMovements).set({ change: 5 }).where(movementsOfProduct),
	).rejects.toThrow();
	await expect(db.delete(stockMovements).where(movementsOfProduct)).rejects.toThrow();
	expect(await readMovements(productId)).toMatchObject([{ reason: "created", stockAfter: 10 }]);
	expect(await countPieces(anonymousContext, productId)).toEqual({ stock: 10, ordered: 0 });
});

test("an order takes its pieces once and returns them once, even if a write is repeated", async () => {
	const productId = await localShop.addProduct(10);
	const matchesProduct = eq(products.id, productId);
	const input = { productId, quantity: 4, location: "Here", phone: "1", idempotencyKey: null };
	const orderId = await placeOrder(localShop.createContext(shopper), input);
	await moveStock(db, { change: -4, reason: "order", orderId }, matchesProduct);
	expect(await countPieces(anonymousContext, productId)).toEqual({ stock: 6, ordered: 4 });
	await cancelOrder(localShop.createContext(shopper), orderId);
	await moveStock(db, { change: 4, reason: "cancel", orderId }, matchesProduct);
	expect(await countPieces(anonymousContext, productId)).toEqual({ stock: 10, ordered: 0 });
});

test("changing a product's stock directly records a movement with an unknown reason", async () => {
	const productId = await localShop.addProduct(0);
	expect(await readMovements(productId)).toEqual([]);
	for (const quantity of [5, 5, 3])
		await db.update(products).set({ quantity }).where(eq(products.id, productId));
	expect(await readMovements(productId)).toMatchObject([
		{ change: 5, stockAfter: 5, reason: "unknown", userId: null },
		{ change: -2, stockAfter: 3, reason: "unknown", userId: null },
	]);
	await expect(countPieces(anonymousContext, productId)).rejects.toThrow("no known reason");
});

test("a restore adds the missing movement of a sale that happened during the export", async () => {
	const restored = createLocalShop();
	const productId = await restored.addProduct(10);
	const d1 = restored.anonymousContext.db.$client;
	await restored.db.run(sql`drop trigger stock_changed_unknown`);
	await restored.db.update(products).set({ quantity: 8 });
	expect(await findOutdatedDerivedTables(d1)).toEqual(["stock_movements"]);
	await rebuildDerivedTables(d1, ["stock_movements"]);
	expect(await findOutdatedDerivedTables(d1)).toEqual([]);
	const adminContext = restored.createContext(await restored.addAccount("admin"));
	await setStock(adminContext, productId, 9);
	const rows = await restored.db.select().from(stockMovements);
	expect(rows.map(({ change, stockAfter }) => [change, stockAfter])).toEqual([
		[10, 10],
		[-2, 8],
		[1, 9],
	]);
	restored.close();
});

test("keeps the stock movements of a deleted staff member, without the account", async () => {
	const staff = await localShop.addAccount("admin");
	const productId = await localShop.addProduct(1);
	await setStock(localShop.createContext(staff), productId, 2);
	await db.delete(users).where(eq(users.id, staff.id));
	const rows = await readMovements(productId);
	expect(rows.at(-1)).toMatchObject({ change: 1, reason: "correction", userId: null });
});
