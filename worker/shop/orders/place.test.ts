import { eq } from "drizzle-orm";
import { expect, onTestFinished, test } from "vitest";
import { orders, products } from "#worker/db/schema.ts";
import { openLocalShop } from "../../../tests/support/local-shop.ts";
import { placeOrder } from "./place.ts";

/** specification.md §5, "Purchase": Stripe charges from $0.50 to $999,999.99. */
test.each([
	[49, 1, false],
	[50, 1, true],
	[99_999_999, 1, true],
	[50_000_000, 2, false],
	[1, 49, false],
	[1, 50, true],
])("%i cents a piece, %i pieces: can be ordered: %s", async (priceCents, quantity, possible) => {
	const local = openLocalShop();
	onTestFinished(local.close);
	const productId = await local.addProduct(100);
	await local.anonymous.db.update(products).set({ priceCents }).where(eq(products.id, productId));
	const shop = local.shopOf(await local.addAccount());
	const placing = { productId, quantity, location: "Here", phone: "1", idempotencyKey: null };
	const placed = placeOrder(shop, placing);
	if (possible) expect(await placed).toBeTypeOf("string");
	else {
		await expect(placed).rejects.toMatchObject({
			status: 400,
			message: expect.stringContaining("from $0.50 to $999,999.99"),
		});
	}
	const [{ left } = { left: 0 }] = await shop.db.select({ left: products.quantity }).from(products);
	expect(left).toBe(possible ? 100 - quantity : 100);
	expect(await shop.db.select().from(orders)).toHaveLength(possible ? 1 : 0);
});
