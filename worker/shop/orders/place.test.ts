import { eq } from "drizzle-orm";
import { expect, onTestFinished, test } from "vitest";
import { orderTotalCents } from "#contract/limits.ts";
import { formatCents } from "#contract/money.ts";
import { orders, products } from "#worker/db/schema.ts";
import { createLocalShop } from "../../../tests/support/local-shop.ts";
import { placeOrder } from "./place.ts";

const { min, max } = orderTotalCents;
const stock = 1_000;

/** specification.md §5, "Purchase": Stripe charges from $0.50 to $999,999.99. */
test.each([
	[min - 1, 1, false],
	[min, 1, true],
	[max, 1, true],
	[Math.ceil(max / 2) + 1, 2, false],
	[1, min - 1, false],
	[1, min, true],
])("%i cents a piece, %i pieces: can be ordered: %s", async (priceCents, quantity, possible) => {
	const local = createLocalShop();
	onTestFinished(local.close);
	const productId = await local.addProduct(stock);
	await local.anonymous.db.update(products).set({ priceCents }).where(eq(products.id, productId));
	const shop = local.shopOf(await local.addAccount());
	const placing = { productId, quantity, location: "Here", phone: "1", idempotencyKey: null };
	const placed = placeOrder(shop, placing);
	if (possible) expect(await placed).toBeTypeOf("string");
	else {
		await expect(placed).rejects.toMatchObject({
			status: 400,
			message: expect.stringContaining(`from ${formatCents(min)} to ${formatCents(max)}`),
		});
	}
	const [{ left } = { left: 0 }] = await shop.db.select({ left: products.quantity }).from(products);
	expect(left).toBe(possible ? stock - quantity : stock);
	expect(await shop.db.select().from(orders)).toHaveLength(possible ? 1 : 0);
});

test("an order of the whole stock below Stripe's minimum amount is refused for its total", async () => {
	const local = createLocalShop();
	onTestFinished(local.close);
	const productId = await local.addProduct(2);
	await local.anonymous.db.update(products).set({ priceCents: 1 });
	const placing = { productId, quantity: 2, location: "Here", phone: "1", idempotencyKey: null };
	const placed = placeOrder(local.shopOf(await local.addAccount()), placing);
	await expect(placed).rejects.toMatchObject({ code: "order_total_out_of_range" });
});

test.each([
	["is what it was", 1_250, true],
	["has changed", 1_300, false],
])("an order at the price that the buyer has seen, which %s", async (_, priceCents, possible) => {
	const local = createLocalShop();
	onTestFinished(local.close);
	const productId = await local.addProduct(stock);
	await local.anonymous.db.update(products).set({ priceCents });
	const shop = local.shopOf(await local.addAccount());
	const placing = { productId, quantity: 10, location: "Here", phone: "1", idempotencyKey: null };
	const placed = placeOrder(shop, { ...placing, shownCents: 1_250 });
	if (possible) expect(await placed).toBeTypeOf("string");
	else {
		await expect(placed).rejects.toMatchObject({
			code: "price_changed",
			message: expect.stringContaining(formatCents(priceCents)),
		});
	}
	const [{ left } = { left: 0 }] = await shop.db.select({ left: products.quantity }).from(products);
	expect(left).toBe(possible ? stock - 10 : stock);
	expect(await shop.db.$count(orders)).toBe(possible ? 1 : 0);
});
