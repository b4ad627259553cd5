import { eq, inArray } from "drizzle-orm";
import { expect, onTestFinished, test } from "vitest";
import { mapDeliveryFields } from "#contract/delivery.ts";
import { tablePageSize } from "#contract/limits.ts";
import { orderNumber } from "#contract/shop.ts";
import { orders, products } from "#worker/db/schema.ts";
import { createLocalShop } from "../../../tests/support/local-shop.ts";
import { createOrderRow } from "../../../tests/support/orders.ts";
import { cancelOrder } from "./cancel.ts";
import { getOwnOrdersPage, listAllOrders, listBoughtTools, listCustomerOrders } from "./list.ts";
import { placeOrder } from "./place.ts";
import { findEarlierOrder, requireOrder, requireOrderInAnyState } from "./read.ts";
import { shipOrder } from "./ship.ts";

async function createFixture() {
	const localShop = createLocalShop();
	onTestFinished(localShop.close);
	const account = await localShop.addAccount();
	const shopperContext = localShop.createContext(account);
	const { db } = localShop;
	const place = (productId: string, shopper = account) =>
		placeOrder(localShop.createContext(shopper), {
			productId,
			quantity: 3,
			location: "Here 1",
			phone: "555",
			idempotencyKey: null,
		});
	let paymentCount = 0;
	/** @param placedAt - in seconds since 1970 */
	const pay = (id: string, placedAt: number) => {
		paymentCount += 1;
		const payment = { paidAt: new Date(), transactionId: `pi_${paymentCount}` };
		return db
			.update(orders)
			.set({ ...payment, createdAt: new Date(placedAt * 1_000) })
			.where(eq(orders.id, id));
	};
	return { localShop, db, account, shopperContext, place, pay };
}

test("finds only an earlier order of the same shopper and product", async () => {
	const { localShop, shopperContext, place } = await createFixture();
	const [toolId, otherToolId] = [await localShop.addProduct(10), await localShop.addProduct(10)];
	const id = await place(toolId);
	expect(await findEarlierOrder(shopperContext, { id: toolId }, id)).toEqual({
		...mapDeliveryFields(() => ""),
		number: orderNumber(id),
		quantity: 3,
		location: "Here 1",
		phone: "555",
		priceCents: 1_999,
	});
	expect(await findEarlierOrder(shopperContext, { id: otherToolId }, id)).toBeNull();
	expect(await findEarlierOrder(shopperContext, { id: toolId }, null)).toBeNull();
	expect(await findEarlierOrder(shopperContext, { id: toolId }, "none")).toBeNull();
	const otherShopperContext = localShop.createContext(await localShop.addAccount());
	expect(await findEarlierOrder(otherShopperContext, { id: toolId }, id)).toBeNull();
});

test("counts the pages of a shopper's open orders and canceled orders separately", async () => {
	const { localShop, account, shopperContext, db } = await createFixture();
	const productId = await localShop.addProduct(10);
	const insertOrders = async (
		count: number,
		overrides: Partial<typeof orders.$inferSelect> = {},
	) => {
		for (let index = 0; index < count; index += 1)
			await db
				.insert(orders)
				.values(createOrderRow({ productId, userId: account.id, ...overrides }));
	};
	const readPageCount = async (page: number, isCanceled = false) =>
		(await getOwnOrdersPage(shopperContext, page, { isCanceled })).pageCount;
	expect([await readPageCount(0), await readPageCount(0, true)]).toEqual([1, 1]);
	await insertOrders(tablePageSize);
	await insertOrders(2 * tablePageSize + 1, { cancelledAt: new Date() });
	await insertOrders(tablePageSize, { userId: (await localShop.addAccount()).id });
	expect([await readPageCount(0), await readPageCount(0, true)]).toEqual([1, 3]);
	await insertOrders(1);
	expect([await readPageCount(0), await readPageCount(1), await readPageCount(0, true)]).toEqual([
		2, 2, 3,
	]);
});

test("finds a shopper's own orders, even canceled ones, by number, tool, part number and purchase order", async () => {
	const { localShop, shopperContext, db, place } = await createFixture();
	const [toolId, otherToolId] = [await localShop.addProduct(10), await localShop.addProduct(10)];
	const values = { toolName: "Breaker bar", toolPartNumber: "TTD-77", purchaseOrder: "PO 4711" };
	const [open, canceled, otherShoppersOrder] = [
		await place(toolId),
		await place(toolId),
		await place(toolId, await localShop.addAccount()),
	];
	await place(otherToolId);
	await db
		.update(orders)
		.set(values)
		.where(inArray(orders.id, [open, canceled, otherShoppersOrder]));
	await cancelOrder(shopperContext, canceled);
	const find = async (search: string) =>
		(await getOwnOrdersPage(shopperContext, 0, { search })).rows.map(({ id }) => id).sort();
	expect(await find(orderNumber(open))).toEqual([open]);
	expect(await find(`#${orderNumber(canceled).toLowerCase()}`)).toEqual([canceled]);
	for (const search of ["breaker", "ttd-77", "4711"]) {
		expect(await find(search), search).toEqual([open, canceled].sort());
	}
	expect(await find(orderNumber(otherShoppersOrder))).toEqual([]);
	expect(await find("%")).toEqual([]);
});

test("lists each product of a shopper's paid orders once, newest first", async () => {
	const { localShop, shopperContext, place, pay } = await createFixture();
	const [firstToolId, secondToolId, unpaidToolId] = [
		await localShop.addProduct(10),
		await localShop.addProduct(10),
		await localShop.addProduct(10),
	];
	for (const [index, toolId] of [firstToolId, secondToolId, firstToolId].entries())
		await pay(await place(toolId), index);
	await place(unpaidToolId);
	const otherShopper = await localShop.addAccount();
	await pay(await place(unpaidToolId, otherShopper), 9);
	const toTool = (id: string) => ({ id, name: `Tool ${id}` });
	expect(await listBoughtTools(shopperContext)).toEqual([firstToolId, secondToolId].map(toTool));
	expect(await listBoughtTools(localShop.createContext(otherShopper))).toEqual([
		toTool(unpaidToolId),
	]);
});

test("rejects the cancellation of a paid order without writing anything", async () => {
	const { localShop, account, db, place, pay } = await createFixture();
	const id = await place(await localShop.addProduct(10));
	await pay(id, 0);
	const statements: string[] = [];
	const recordingContext = localShop.createContext(account, (queries) => {
		statements.push(...queries);
	});
	await expect(cancelOrder(recordingContext, id)).rejects.toMatchObject({ code: "order_paid" });
	expect(statements.filter((sql) => !sql.startsWith("select"))).toEqual([]);
	expect(statements, "its payments are not read").toHaveLength(1);
	expect(await db.select().from(orders)).toHaveLength(1);
	expect(await db.select({ quantity: products.quantity }).from(products)).toEqual([
		{ quantity: 7 },
	]);
});

test("a canceled order is listed only among the shopper's canceled orders, but stays readable", async () => {
	const { localShop, account, shopperContext, place } = await createFixture();
	const toolId = await localShop.addProduct(10);
	const [otherId, id] = [await place(toolId), await place(toolId)];
	await cancelOrder(shopperContext, id);
	const admin = localShop.createContext(await localShop.addAccount("admin"));
	const getIds = (rows: { id: string }[]) => rows.map((row) => row.id);
	expect(getIds((await listCustomerOrders(shopperContext, account.email)).list)).toEqual([otherId]);
	expect(getIds((await listAllOrders(admin)).list)).toEqual([otherId]);
	expect(getIds((await getOwnOrdersPage(shopperContext, 0)).rows)).toEqual([otherId]);
	expect(getIds((await getOwnOrdersPage(shopperContext, 0, { isCanceled: true })).rows)).toEqual([
		id,
	]);
	await expect(requireOrder(shopperContext, id)).rejects.toMatchObject({ code: "order_not_found" });
	for (const reader of [shopperContext, admin]) {
		const order = await requireOrderInAnyState(reader, id);
		expect(order).toMatchObject({ state: "cancelled", quantity: 3, paidAt: null });
		expect(order.cancelledAt).toBeInstanceOf(Date);
	}
	await expect(cancelOrder(shopperContext, id)).rejects.toMatchObject({ code: "order_not_found" });
	await expect(shipOrder(admin, id)).rejects.toMatchObject({ code: "order_not_found" });
});

test("the database rejects marking a canceled order as paid", async () => {
	const { shopperContext, localShop, place, pay } = await createFixture();
	const id = await place(await localShop.addProduct(10));
	await cancelOrder(shopperContext, id);
	await expect(pay(id, 0)).rejects.toThrow();
});
