import { formatCount } from "#contract/numbers.ts";
import { requireCapability } from "#worker/auth/authorize.ts";
import type { ShopContext } from "../context.ts";
import { requireOwnCheckout } from "../orders/checkout.ts";
import { addToAccountBasket } from "./lines.ts";

const listedNamesMax = 3;

function formatNames(names: readonly string[]): string {
	const listedNames = names.slice(0, listedNamesMax).join(", ");
	const unlistedCount = names.length - listedNamesMax;
	return unlistedCount > 0 ? `${listedNames} and ${unlistedCount} more` : listedNames;
}

type Line = { productId: string; product: { isPublished: boolean } };

/**
 * @param lines - the lines of the basket after the tools were added
 * @returns a message that counts the added tools and names those that could not be added
 */
export function describeAddedTools(
	requestedTools: readonly { productId: string; name: string }[],
	lines: readonly Line[],
): string {
	const addedIds = new Set(
		lines.filter(({ product }) => product.isPublished).map(({ productId }) => productId),
	);
	const missingTools = requestedTools.filter(({ productId }) => !addedIds.has(productId));
	const addedCount = requestedTools.length - missingTools.length;
	const sentences = [
		addedCount > 0 && `${formatCount(addedCount, "tool")} added to your basket.`,
		missingTools.length > 0 &&
			`No longer for sale, or no room in the basket: ${formatNames(missingTools.map(({ name }) => name))}.`,
	];
	return sentences.filter(Boolean).join(" ");
}

/**
 * Adds the tools of one of the account's checkouts to the basket again, in the ordered quantities. Skips canceled and refunded orders,
 * unless the checkout has no others.
 * @returns the lines of the basket, and a message that counts the added tools and names those that could not be added
 * @throws ShopError 401, 403, 404, 429
 */
export async function orderCheckoutAgain(shop: ShopContext, checkoutId: string) {
	requireCapability(shop, "orders:place", "staff_basket");
	const { orders } = await requireOwnCheckout(shop, checkoutId);
	const activeOrders = orders.filter(({ state }) => state !== "cancelled" && state !== "refunded");
	const ordersToRepeat = activeOrders.length > 0 ? activeOrders : orders;
	const items = ordersToRepeat.map(({ productId, quantity }) => ({ productId, quantity }));
	const lines = await addToAccountBasket(shop, items);
	const requestedTools = ordersToRepeat.map(({ productId, toolName: name }) => ({
		productId,
		name,
	}));
	return { lines, message: describeAddedTools(requestedTools, lines) };
}
