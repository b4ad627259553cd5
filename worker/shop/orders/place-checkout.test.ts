import { eq } from "drizzle-orm";
import { expect, onTestFinished, test } from "vitest";
import { LinesRejectedError } from "#contract/errors.ts";
import { checkoutLinesMax, orderTotalLimits, unpaidLinesMax } from "#contract/limits.ts";
import {
	checkouts,
	orderEmails,
	orders,
	products,
	stockMovements,
	users,
} from "#worker/db/schema.ts";
import { createLocalShop } from "../../../tests/support/local-shop.ts";
import { findHighestPrice } from "../../../tests/support/orderable.ts";
import { deleteProduct } from "../catalogue/edit.ts";
import { requireCheckout } from "./checkout.ts";
import { placeOrder, placeOrders } from "./place.ts";

const delivery = { location: "Here", phone: "1" };

async function createFixture(stocks: number[]) {
	const localShop = createLocalShop();
	onTestFinished(localShop.close);
	const shopper = await localShop.addAccount();
	const productIds: string[] = [];
	for (const stock of stocks) productIds.push(await localShop.addProduct(stock));
	const lines = productIds.map((productId, index) => ({ productId, quantity: index + 1 }));
	const shopperContext = localShop.createContext(shopper);
	const place = (
		checkoutLines: object[] = lines,
		idempotencyKey: string | null = null,
		context = shopperContext,
	) => placeOrders(context, { lines: checkoutLines as typeof lines, ...delivery, idempotencyKey });
	const readStocks = async () =>
		(await localShop.db.select({ stock: products.quantity }).from(products)).map(
			({ stock }) => stock,
		);
	return {
		localShop,
		db: localShop.db,
		shopper,
		shopperContext,
		productIds,
		lines,
		place,
		readStocks,
	};
}

test("places an order for each line, with its stock movement and emails, in one round trip", async () => {
	const { localShop, db, shopper, lines, productIds, readStocks } = await createFixture([
		10, 20, 30,
	]);
	let roundTrips = 0;
	const shopperContext = localShop.createContext(shopper, () => {
		roundTrips += 1;
	});
	const input = { lines, ...delivery, idempotencyKey: null };
	const { checkoutId, orderIds } = await placeOrders(shopperContext, input);
	expect(roundTrips).toBe(1);
	const rows = await db.select().from(orders);
	expect(rows.map(({ id }) => id)).toEqual(orderIds);
	expect(rows.map(({ productId }) => productId)).toEqual(productIds);
	expect(rows).toMatchObject(
		lines.map((line) => ({ ...line, ...delivery, checkoutId, toolPriceCents: 1_999 })),
	);
	expect(await readStocks()).toEqual([9, 18, 27]);
	const movements = await db
		.select()
		.from(stockMovements)
		.where(eq(stockMovements.reason, "order"));
	expect(movements.map(({ orderId, change }) => [orderId, change])).toEqual(
		orderIds.map((id, index) => [id, -(index + 1)]),
	);
	expect(await db.$count(orderEmails)).toBe(6);
	expect(await requireCheckout(shopperContext, checkoutId)).toMatchObject({
		unpaidCents: 6 * 1_999,
		orders: orderIds.map((id) => ({ id })),
	});
});

test("rejects a checkout with the reason for each line, and places no orders", async () => {
	const { localShop, db, productIds, place, readStocks } = await createFixture([
		10, 10, 10, 10, 10,
	]);
	const [wrongPrice, tooMany, tooFew, deletedProduct, orderable] = productIds;
	await db
		.update(products)
		.set({ minimum: 5 })
		.where(eq(products.id, tooFew ?? ""));
	await deleteProduct(
		localShop.createContext(await localShop.addAccount("admin")),
		deletedProduct ?? "",
	);
	const error: unknown = await place([
		{ productId: wrongPrice, quantity: 1, shownCents: 1_899 },
		{ productId: tooMany, quantity: 11 },
		{ productId: tooFew, quantity: 4 },
		{ productId: deletedProduct, quantity: 1 },
		{ productId: orderable, quantity: 1, shownCents: 1_999 },
		{ productId: "none", quantity: 1 },
	]).catch((reason: unknown) => reason);
	expect(error).toBeInstanceOf(LinesRejectedError);
	expect(error).toMatchObject({
		code: "lines_rejected",
		status: 409,
		lines: [
			{ productId: wrongPrice, code: "price_changed", values: { price: "$19.99" } },
			{ productId: tooMany, code: "insufficient_stock", values: { quantity: 11, most: "10" } },
			{ productId: tooFew, code: "below_minimum", values: { minimum: 5 } },
			{ productId: deletedProduct, code: "product_not_found", values: {} },
			{ productId: "none", code: "product_not_found", values: {} },
		],
	});
	expect(await db.$count(orders)).toBe(0);
	expect(await db.$count(checkouts)).toBe(0);
	expect(await readStocks()).toEqual([10, 10, 10, 10, 10]);
});

test("repeating a key returns the same orders, and rejects different lines", async () => {
	const { db, lines: allLines, place } = await createFixture([10, 20, 30]);
	const lines = allLines.slice(0, 2);
	const [first, second] = await Promise.all([place(lines, "key"), place(lines, "key")]);
	expect(second).toEqual(first);
	expect(await place(lines.toReversed(), "key")).toMatchObject({ checkoutId: first.checkoutId });
	for (const differentLines of [lines.slice(1), allLines]) {
		await expect(place(differentLines, "key")).rejects.toMatchObject({
			code: "idempotency_key_reused",
		});
	}
	expect(await db.$count(orders)).toBe(2);
});

test("a checkout can use the idempotency key of an order", async () => {
	const { db, shopperContext, productIds, lines, place } = await createFixture([10]);
	const [productId = ""] = productIds;
	await placeOrder(shopperContext, { productId, quantity: 1, ...delivery, idempotencyKey: "k" });
	await place(lines, "k");
	expect(await db.$count(orders)).toBe(2);
});

test("counts a checkout of 200 lines as one unpaid order, but limits the unpaid lines", async () => {
	const { db, shopper, lines, place } = await createFixture(Array(checkoutLinesMax).fill(1_000));
	const singlePieces = lines.map(({ productId }) => ({ productId, quantity: 1 }));
	await db.update(users).set({ emailVerifiedAt: null }).where(eq(users.id, shopper.id));
	await place(singlePieces);
	expect(await db.$count(orders)).toBe(checkoutLinesMax);
	await expect(place(singlePieces.slice(1))).rejects.toMatchObject({
		code: "too_many_unpaid_lines",
		message: expect.stringContaining(`the maximum is ${unpaidLinesMax.unverified}`),
	});
	expect(await db.$count(orders)).toBe(checkoutLinesMax);
});

test("counts checkouts, not orders, toward the daily email limit", async () => {
	const { db, lines, place } = await createFixture(Array(checkoutLinesMax).fill(1_000));
	await place(lines.map(({ productId }) => ({ productId, quantity: 1 })));
	expect(await db.$count(orderEmails)).toBe(2 * checkoutLinesMax);
});

test("rejects a total above the limit for card payments", async () => {
	const { db, productIds, place } = await createFixture([10, 10]);
	await db.update(products).set({ priceCents: findHighestPrice(1, orderTotalLimits.max / 2) + 1 });
	await expect(
		place(productIds.map((productId) => ({ productId, quantity: 1 }))),
	).rejects.toMatchObject({
		code: "checkout_total_too_high",
		message: expect.stringContaining("$1,000,000.00"),
	});
});

const { max: maxCents } = orderTotalLimits;
const halfCents = (maxCents - 1) / 2;

test.each([
	["one tool at the limit", 1, [maxCents], null],
	["one tool a cent above it", 2, [(maxCents + 1) / 2], "lines_rejected"],
	["two tools at the limit", 1, [halfCents, maxCents - halfCents], null],
	[
		"two tools a cent above it",
		1,
		[halfCents + 1, maxCents - halfCents],
		"checkout_total_too_high",
	],
] as const)(
	"the limit for card payments is exact to the cent: %s",
	async (_, quantity, prices, code) => {
		const { db, productIds, place } = await createFixture(prices.map(() => 10));
		for (const [index, priceCents] of prices.entries()) {
			const isProduct = eq(products.id, productIds[index] ?? "");
			await db.update(products).set({ priceCents }).where(isProduct);
		}
		const placing = place(productIds.map((productId) => ({ productId, quantity })));
		await (code ? expect(placing).rejects.toMatchObject({ code }) : placing);
		expect(await db.$count(orders)).toBe(code ? 0 : prices.length);
	},
);

test("reports why a checkout is rejected, even if the shopper has an earlier checkout", async () => {
	const { db, lines, place } = await createFixture([10, 10]);
	await place();
	const tooMany = lines.map((line) => ({ ...line, quantity: 11 }));
	await expect(place(tooMany)).rejects.toBeInstanceOf(LinesRejectedError);
	expect(await db.$count(orders)).toBe(lines.length);
	expect(await db.$count(checkouts)).toBe(1);
});

test.each([
	["an empty list", 0, false],
	["more than 200 lines", checkoutLinesMax + 1, false],
	["a tool in two lines", 1, true],
])("rejects %s", async (_, count, isDuplicate) => {
	const { lines, place } = await createFixture(Array(count).fill(1));
	await expect(place(isDuplicate ? [...lines, ...lines] : lines)).rejects.toMatchObject({
		status: 400,
	});
});

test("concurrent checkouts of scarce tools are each placed completely or not at all", async () => {
	const { localShop, db, productIds, place } = await createFixture([7, 50, 50]);
	const lines = productIds.map((productId) => ({ productId, quantity: 2 }));
	const shoppers = await Promise.all(Array.from({ length: 10 }, () => localShop.addAccount()));
	const results = await Promise.allSettled(
		shoppers.map((shopper) => place(lines, null, localShop.createContext(shopper))),
	);
	expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(3);
	expect(await db.select({ stock: products.quantity }).from(products)).toEqual([
		{ stock: 1 },
		{ stock: 44 },
		{ stock: 44 },
	]);
	expect(await db.$count(orders)).toBe(9);
});
