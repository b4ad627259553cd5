import { eq } from "drizzle-orm";
import { ShopError } from "#contract/errors.ts";
import { formatCount } from "#contract/numbers.ts";
import { requireCapability } from "#worker/auth/authorize.ts";
import { orders } from "#worker/db/schema.ts";
import type { Shop } from "../context.ts";
import { requireCheckout } from "../orders/checkout.ts";
import type { Order } from "../orders/read.ts";
import { addToBasket, type StoredLine } from "./lines.ts";

/** Returns with how many orders an order was placed together, itself included. */
export const countTogether = async (
	{ db }: Shop,
	{ checkoutId }: Pick<Order, "checkoutId">,
): Promise<number> => (checkoutId ? db.$count(orders, eq(orders.checkoutId, checkoutId)) : 1);

const namedMax = 3;

function listNames(names: readonly string[]): string {
	const others = names.length - namedMax;
	const shown = names.slice(0, namedMax).join(", ");
	return others > 0 ? `${shown} and ${others} more` : shown;
}

/**
 * Puts the tools of an own checkout into the basket, in the quantities that were ordered.
 * @returns the lines of the basket, and a sentence that names what could not be added
 * @throws ShopError 401, 403, 404, 429
 */
export async function orderCheckoutAgain(shop: Shop, checkoutId: string) {
	const { id } = requireCapability(shop, "orders:place", "staff_basket");
	const checkout = await requireCheckout(shop, checkoutId);
	if (checkout.userId !== id) throw new ShopError("forbidden");
	const items = checkout.orders.map(({ productId, quantity }) => ({ productId, quantity }));
	const lines: StoredLine[] = await addToBasket(shop, items);
	const inBasket = new Set(
		lines.filter(({ product }) => product.isListed).map(({ productId }) => productId),
	);
	const missing = checkout.orders.filter(({ productId }) => !inBasket.has(productId));
	const added = checkout.orders.length - missing.length;
	const names = missing.map(({ toolName }) => toolName);
	const message = [
		added > 0 && `${formatCount(added, "kind")} of tool put into your basket.`,
		names.length > 0 && `Not for sale any more, or no room in the basket: ${listNames(names)}.`,
	];
	return { lines, message: message.filter(Boolean).join(" ") };
}
