import { and, eq } from "drizzle-orm";
import { ShopError } from "#contract/errors.ts";
import { requireCapability } from "#worker/auth/authorize.ts";
import { hashToken } from "#worker/auth/tokens.ts";
import { checkouts } from "#worker/db/schema.ts";
import type { ShopContext } from "../context.ts";
import { throwFormError } from "../form-key.ts";
import { placeOrders } from "../orders/place.ts";
import { type AccountBasketLine, listBasketLines } from "./lines.ts";
import { toBasket } from "./view.ts";

/**
 * Creates the idempotency key of a basket's checkout. All pages that show the same basket have the same key, so that two tabs, the Back
 * button, or a retry after a lost response create only one checkout (docs/decisions/basket.md).
 */
const createBasketKey = (lines: readonly AccountBasketLine[]): Promise<string> =>
	hashToken(
		lines
			.map(({ productId, quantity, addedAt }) => `${productId}.${quantity}.${addedAt.getTime()}`)
			.join("~"),
	);

/** @throws ShopError 401, 403 for staff */
export async function reviewBasket(shop: ShopContext) {
	const lines = await listBasketLines(shop);
	return { ...toBasket(lines), key: await createBasketKey(lines) };
}

async function hasCheckout(shop: ShopContext, userId: string, key: string): Promise<boolean> {
	const hasKey = and(eq(checkouts.userId, userId), eq(checkouts.idempotencyKey, key));
	return (await shop.db.$count(checkouts, hasKey)) > 0;
}

type CheckoutDetails = Omit<
	Parameters<typeof placeOrders>[1],
	"lines" | "idempotencyKey" | "removeFromBasket"
>;

type ReviewedLine = { productId: string; quantity: number; shownCents: number };

/**
 * Orders lines of the basket as the customer reviewed them, and removes them from the basket in the same transaction.
 * @param key - the key of the basket that the customer reviewed
 * @throws ShopError as `placeOrders` does; 409 if the basket has changed since the review; `form_already_used` if it was already ordered
 * with other details
 */
export async function orderBasket(
	shop: ShopContext,
	{ key, ...input }: CheckoutDetails & { key: string; lines: ReviewedLine[] },
) {
	const { id } = requireCapability(shop, "orders:place", "staff_basket");
	const isUnchanged = (await createBasketKey(await listBasketLines(shop))) === key;
	if (!isUnchanged && !(await hasCheckout(shop, id, key))) throw new ShopError("basket_changed");
	const orders = { ...input, idempotencyKey: key, removeFromBasket: true };
	return placeOrders(shop, orders).catch(throwFormError("form_already_used"));
}
