import { eq } from "drizzle-orm";
import { afterAll, expect, test } from "vitest";
import { orders, products } from "#worker/db/schema.ts";
import { createLocalShop } from "../../../tests/support/local-shop.ts";
import type { ShopContext } from "../context.ts";
import { orderBasket, reviewBasket } from "./checkout.ts";
import { addToAccountBasket, clearBasket, listBasketLines, setBasketLine } from "./lines.ts";
import { addPastCheckoutToBasket } from "./order-again.ts";

const localShop = createLocalShop();
afterAll(localShop.close);

const delivery = { location: "1 Bay Road", phone: "555 0100" };

async function fillBasket(...stocks: number[]) {
	const account = await localShop.addAccount();
	const shopperContext = localShop.createContext(account);
	const ids = await Promise.all(stocks.map((stock) => localShop.addProduct(stock)));
	await addToAccountBasket(
		shopperContext,
		ids.map((productId) => ({ productId, quantity: 5 })),
	);
	return { account, shopperContext, ids };
}

/** Returns what the checkout page submits. */
async function openCheckout(shopperContext: ShopContext) {
	const { key, lines } = await reviewBasket(shopperContext);
	const reviewedLines = lines.flatMap(({ productId, orderableQuantity, orderableCents }) =>
		orderableQuantity === null || orderableCents === null
			? []
			: [{ productId, quantity: orderableQuantity, shownCents: orderableCents }],
	);
	return { key, lines: reviewedLines, ...delivery };
}

const countOrders = ({ id }: { id: string }) => localShop.db.$count(orders, eq(orders.userId, id));
const listProductIds = async (shopperContext: ShopContext) =>
	(await listBasketLines(shopperContext)).map((line) => line.productId);

test("two tabs, a double click and going back create only one checkout", async () => {
	const { account, shopperContext } = await fillBasket(100, 100, 100);
	const [first, second] = [await openCheckout(shopperContext), await openCheckout(shopperContext)];
	const both = await Promise.all([
		orderBasket(shopperContext, first),
		orderBasket(shopperContext, second),
	]);
	const repeated = await orderBasket(shopperContext, first);
	expect(new Set([...both, repeated].map(({ checkoutId }) => checkoutId)).size).toBe(1);
	expect(await countOrders(account)).toBe(3);
	expect(await listBasketLines(shopperContext)).toEqual([]);
	const withOtherAddress = { ...first, location: "2 Other Road" };
	await expect(orderBasket(shopperContext, withOtherAddress)).rejects.toMatchObject({
		code: "form_already_used",
	});
});

test("ordering the same tools again creates another checkout", async () => {
	const { account, shopperContext, ids } = await fillBasket(100);
	await orderBasket(shopperContext, await openCheckout(shopperContext));
	await addToAccountBasket(
		shopperContext,
		ids.map((productId) => ({ productId, quantity: 5 })),
	);
	await orderBasket(shopperContext, await openCheckout(shopperContext));
	expect(await countOrders(account)).toBe(2);
});

test("orders nothing with the key of another customer's checkout", async () => {
	const { shopperContext } = await fillBasket(100);
	const otherCustomer = await fillBasket(100);
	const checkout = await openCheckout(shopperContext);
	await orderBasket(shopperContext, checkout);
	await expect(
		orderBasket(otherCustomer.shopperContext, {
			...(await openCheckout(otherCustomer.shopperContext)),
			key: checkout.key,
		}),
	).rejects.toMatchObject({ code: "basket_changed" });
	expect(await countOrders(otherCustomer.account)).toBe(0);
});

test("orders nothing from a basket that was changed in another tab since the review", async () => {
	const { account, shopperContext, ids } = await fillBasket(100, 100);
	await orderBasket(shopperContext, await openCheckout(shopperContext));
	const lines = ids.map((productId) => ({ productId, quantity: 5 }));
	await addToAccountBasket(shopperContext, lines);
	const openedCheckout = await openCheckout(shopperContext);
	await setBasketLine(shopperContext, { productId: ids[0] ?? "", quantity: 9 });
	await expect(orderBasket(shopperContext, openedCheckout)).rejects.toMatchObject({
		code: "basket_changed",
	});
	expect(await countOrders(account)).toBe(2);
	expect(await listBasketLines(shopperContext)).toHaveLength(2);
});

test("orders nothing if the stock or price of a tool has changed since the review", async () => {
	const { account, shopperContext, ids } = await fillBasket(100, 100, 100);
	const [lowStock = "", raisedPrice = ""] = ids;
	const openedCheckout = await openCheckout(shopperContext);
	await localShop.db.update(products).set({ quantity: 2 }).where(eq(products.id, lowStock));
	await localShop.db
		.update(products)
		.set({ priceCents: 2_500 })
		.where(eq(products.id, raisedPrice));
	await expect(orderBasket(shopperContext, openedCheckout)).rejects.toMatchObject({
		code: "lines_rejected",
		lines: [
			{ productId: lowStock, code: "insufficient_stock" },
			{ productId: raisedPrice, code: "price_changed" },
		],
	});
	expect(await countOrders(account)).toBe(0);
	expect(await listBasketLines(shopperContext)).toHaveLength(3);
	await orderBasket(shopperContext, await openCheckout(shopperContext));
	const placedOrders = await localShop.db
		.select()
		.from(orders)
		.where(eq(orders.userId, account.id));
	const orderedLines = placedOrders.map(
		({ productId, quantity, toolPriceCents }) => `${productId}, ${quantity}, ${toolPriceCents}`,
	);
	expect(new Set(orderedLines)).toEqual(
		new Set([`${lowStock}, 2, 1999`, `${raisedPrice}, 5, 2500`, `${ids[2]}, 5, 1999`]),
	);
});

test("a checkout removes only the ordered lines from the basket", async () => {
	const { shopperContext, ids } = await fillBasket(100, 0, 100);
	const otherShopperContext = localShop.createContext(await localShop.addAccount());
	await addToAccountBasket(
		otherShopperContext,
		ids.map((productId) => ({ productId, quantity: 5 })),
	);
	await orderBasket(shopperContext, await openCheckout(shopperContext));
	expect(await listProductIds(shopperContext)).toEqual([ids[1]]);
	expect(await listProductIds(otherShopperContext), "another customer's basket").toEqual(ids);
});

test("ordering a checkout again skips canceled orders, unless all were canceled", async () => {
	const { shopperContext, ids } = await fillBasket(100, 100, 100);
	const { checkoutId, orderIds } = await orderBasket(
		shopperContext,
		await openCheckout(shopperContext),
	);
	const cancel = (id: string) =>
		localShop.db.update(orders).set({ cancelledAt: new Date() }).where(eq(orders.id, id));
	await cancel(orderIds[1] ?? "");
	await addPastCheckoutToBasket(shopperContext, checkoutId);
	expect(await listProductIds(shopperContext)).toEqual([ids[0], ids[2]]);
	await clearBasket(shopperContext);
	for (const id of orderIds) await cancel(id);
	const { message } = await addPastCheckoutToBasket(shopperContext, checkoutId);
	expect(message).toBe("3 tools added to your basket.");
});

test("ordering a checkout again skips refunded orders", async () => {
	const { shopperContext, ids } = await fillBasket(100, 100);
	const { checkoutId, orderIds } = await orderBasket(
		shopperContext,
		await openCheckout(shopperContext),
	);
	await localShop.db
		.update(orders)
		.set({ paidAt: new Date(), refundedAt: new Date(), transactionId: "pi_1" })
		.where(eq(orders.id, orderIds[0] ?? ""));
	await addPastCheckoutToBasket(shopperContext, checkoutId);
	expect(await listProductIds(shopperContext)).toEqual([ids[1]]);
});

test("ordering a checkout again names the tools that are no longer for sale", async () => {
	const { account, shopperContext, ids } = await fillBasket(100, 100, 100);
	const { checkoutId } = await orderBasket(shopperContext, await openCheckout(shopperContext));
	const [deleted = "", ...available] = ids;
	await localShop.db
		.update(products)
		.set({ deletedAt: new Date() })
		.where(eq(products.id, deleted));
	for (const attempt of ["first", "second"]) {
		const { message } = await addPastCheckoutToBasket(shopperContext, checkoutId);
		expect(message, attempt).toBe(
			`2 tools added to your basket. No longer for sale: Tool ${deleted}.`,
		);
		const lines = await listBasketLines(shopperContext);
		expect(lines.map(({ productId, quantity }) => [productId, quantity])).toEqual(
			available.map((id) => [id, 5]),
		);
	}
	expect(await countOrders(account)).toBe(3);
	const stranger = localShop.createContext(await localShop.addAccount());
	await expect(addPastCheckoutToBasket(stranger, checkoutId)).rejects.toMatchObject({
		code: "forbidden",
	});
});
