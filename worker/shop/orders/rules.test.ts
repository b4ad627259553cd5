import { eq } from "drizzle-orm";
import { expect, onTestFinished, test } from "vitest";
import { errors, fillMessage } from "#contract/errors.ts";
import { orderTotalLimits } from "#contract/limits.ts";
import { formatCents } from "#contract/money.ts";
import {
	findBrokenRule,
	getMaxOrderQuantity,
	type OrderRuleCode,
	orderRuleCodes,
} from "#contract/order-rules.ts";
import { orders, products } from "#worker/db/schema.ts";
import { createLocalShop } from "../../../tests/support/local-shop.ts";
import { createOrderable, findHighestPrice } from "../../../tests/support/orderable.ts";
import { placeOrder } from "./place.ts";

const { min, max } = orderTotalLimits;

type Overrides = Partial<typeof products.$inferSelect>;

/**
 * Creates a shop with one product. `order` places an order, expects stock and orders to change only if it is accepted, and returns the error
 * or null.
 */
async function createFixture(overrides: Overrides = {}) {
	const localShop = createLocalShop();
	onTestFinished(localShop.close);
	const { db } = localShop;
	const product = createOrderable(overrides);
	const productId = await localShop.addProduct(product.quantity);
	await db.update(products).set(product).where(eq(products.id, productId));
	const context = localShop.createContext(await localShop.addAccount());
	async function order(quantity: number, shownCents?: number) {
		const delivery = { location: "Here", phone: "1" };
		const orderInput = { productId, quantity, ...delivery, idempotencyKey: null, shownCents };
		const error = await placeOrder(context, orderInput).then(
			() => null,
			(reason: unknown) => reason,
		);
		const [row] = await db.select({ stock: products.quantity }).from(products);
		expect(row?.stock).toBe(error ? product.quantity : product.quantity - quantity);
		expect(await db.$count(orders)).toBe(error ? 0 : 1);
		return error;
	}
	return { product, order };
}

const totalRange = { min: formatCents(min), max: formatCents(max) };

const rejections = [
	[4, { minimum: 5 }, "below_minimum", { minimum: 5 }],
	[11, { quantity: 10 }, "insufficient_stock", { quantity: 11 }],
	[2, { quantity: 2, priceCents: 1 }, "order_total_out_of_range", totalRange],
	[1, { priceCents: min - 1 }, "order_total_out_of_range", totalRange],
	[2, { priceCents: findHighestPrice(2, max) + 1 }, "order_total_out_of_range", totalRange],
	[min - 1, { priceCents: 1 }, "order_total_out_of_range", totalRange],
	[30, { minimum: 12, orderMultiple: 12 }, "not_whole_cartons", { multiple: "12", nearest: "36" }],
	[30, { minimum: 12, quantity: 35, orderMultiple: 12 }, "not_whole_cartons", { nearest: "24" }],
	[
		60,
		{ priceCents: 2, priceBreaks: [[50, 1]], minimum: 1, quantity: 49 },
		"insufficient_stock",
		{ quantity: 60 },
	],
	[49, { priceCents: 2, priceBreaks: [[30, 1]] }, "order_total_out_of_range", totalRange],
] satisfies [number, Overrides, OrderRuleCode, Record<string, string | number>][];

test.each(rejections)("rejects %i pieces of %j: %s", async (quantity, overrides, code, values) => {
	const { product, order } = await createFixture(overrides);
	const brokenRule = findBrokenRule(product, quantity);
	expect(brokenRule).toMatchObject({ code, values });
	expect(Object.values(brokenRule?.values ?? {})).not.toContain("Infinity");
	const message = fillMessage<string>(errors[code].message, brokenRule?.values ?? {});
	expect(await order(quantity)).toMatchObject({
		status: 400,
		code,
		message,
		issues: [{ field: "quantity", message }],
	});
});

test("the rejected orders above cover every order rule", () => {
	expect(new Set(rejections.map(([, , code]) => code))).toEqual(new Set(orderRuleCodes));
});

test.each([
	[5, { minimum: 5 }],
	[10, { quantity: 10 }],
	[1, { priceCents: min }],
	[1, { priceCents: max }],
	[2, { priceCents: findHighestPrice(2, max) }],
	[min, { priceCents: 1 }],
	[36, { minimum: 12, orderMultiple: 12 }],
	[25, { priceCents: 2, priceBreaks: [[30, 1]] }],
	[2, { priceCents: max, priceBreaks: [[2, max / 3]] }],
] satisfies [number, Overrides][])("accepts %i pieces of %j", async (quantity, overrides) => {
	const { order } = await createFixture(overrides);
	expect(await order(quantity)).toBeNull();
});

test.each([
	[1_000, {}],
	[3, { priceCents: Math.floor(max / 3) }],
	[0, { minimum: 5, quantity: 4 }],
	[0, { priceCents: 1, quantity: min - 1 }],
	[996, { minimum: 12, orderMultiple: 12 }],
	[500, { quantity: 500, priceCents: max / 99, priceBreaks: [[200, Math.floor(max / 999)]] }],
	[
		99,
		{
			quantity: 199,
			priceCents: findHighestPrice(99, max),
			priceBreaks: [[200, Math.floor(max / 999)]],
		},
	],
] satisfies [number, Overrides][])(
	"accepts at most %i pieces of %j",
	async (maxQuantity, overrides) => {
		const { product, order } = await createFixture(overrides);
		expect(getMaxOrderQuantity(product)).toBe(maxQuantity);
		expect(await order(maxQuantity + 1)).not.toBeNull();
		if (maxQuantity > 0) expect(await order(maxQuantity)).toBeNull();
	},
);

test.each([
	["accepts", "has not changed", 1_250, true],
	["rejects", "has changed", 1_300, false],
])(
	"%s an order if the price %s since the page showed it",
	async (_, _2, priceCents, isAccepted) => {
		const { order } = await createFixture({ priceCents });
		const priceChanged = {
			code: "price_changed",
			message: expect.stringContaining(formatCents(priceCents)),
		};
		const error = await order(10, 1_250);
		if (isAccepted) expect(error).toBeNull();
		else expect(error).toMatchObject(priceChanged);
	},
);

test("rejects an order for a deleted product", async () => {
	const { order } = await createFixture({ deletedAt: new Date() });
	expect(await order(10)).toMatchObject({ code: "product_not_found" });
});
