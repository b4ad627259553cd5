import { formatCount } from "#contract/numbers.ts";
import { requireCapability } from "#worker/auth/authorize.ts";
import type { ShopContext } from "../context.ts";
import { requireOwnCheckout } from "../orders/checkout.ts";
import { addToAccountBasket } from "./lines.ts";

const namedToolsMax = 3;

function listNames(names: readonly string[]): string {
	const others = names.length - namedToolsMax;
	const shown = names.slice(0, namedToolsMax).join(", ");
	return others > 0 ? `${shown} and ${others} more` : shown;
}

type AddedLine = { productId: string; product: { isPublished: boolean } };

/** @param lines the lines of the basket after the tools were added @returns a sentence that names what could not be added */
export function describeAddedTools(
	requestedTools: readonly { productId: string; name: string }[],
	lines: readonly AddedLine[],
): string {
	const inBasket = new Set(
		lines.filter(({ product }) => product.isPublished).map(({ productId }) => productId),
	);
	const missing = requestedTools.filter(({ productId }) => !inBasket.has(productId));
	const added = requestedTools.length - missing.length;
	const message = [
		added > 0 && `${formatCount(added, "tool")} added to your basket.`,
		missing.length > 0 &&
			`No longer for sale, or no room in the basket: ${listNames(missing.map(({ name }) => name))}.`,
	];
	return message.filter(Boolean).join(" ");
}

/**
 * Puts the tools of one of the account's checkouts into the basket, in the quantities that were ordered. Includes canceled orders only if
 * all were canceled.
 * @returns the lines of the basket, and a sentence that names what could not be added
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
