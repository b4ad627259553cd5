import { formatCount } from "#contract/numbers.ts";
import { isCanceled } from "#contract/order-states.ts";
import { requireCapability } from "#worker/auth/authorize.ts";
import { retry } from "#worker/db/retry.ts";
import { findProducts } from "../catalogue/read.ts";
import type { ShopContext } from "../context.ts";
import { requireOwnCheckout } from "../orders/checkout.ts";
import { addToAccountBasket } from "./lines.ts";

const listedNamesMax = 3;

function formatNames(names: readonly string[]): string {
	const listedNames = names.slice(0, listedNamesMax).join(", ");
	const unlistedCount = names.length - listedNamesMax;
	return unlistedCount > 0 ? `${listedNames} and ${unlistedCount} more` : listedNames;
}

type RequestedTool = { productId: string; name: string; isPublished: boolean };

/**
 * @param lines - the lines of the basket after the tools were added
 * @returns a message that counts the added tools, and names those that could not be added with the reason
 */
export function describeAddedTools(
	requestedTools: readonly RequestedTool[],
	lines: readonly { productId: string }[],
): string {
	const basketIds = new Set(lines.map(({ productId }) => productId));
	const toolsByResult = Map.groupBy(requestedTools, ({ productId, isPublished }) => {
		if (!isPublished) return "No longer for sale";
		return basketIds.has(productId) ? "added" : "No room in the basket";
	});
	const addedCount = toolsByResult.get("added")?.length ?? 0;
	toolsByResult.delete("added");
	const sentences = Array.from(
		toolsByResult,
		([reason, tools]) => `${reason}: ${formatNames(tools.map(({ name }) => name))}.`,
	);
	return [
		addedCount > 0 && `${formatCount(addedCount, "tool")} added to your basket.`,
		...sentences,
	]
		.filter(Boolean)
		.join(" ");
}

/**
 * Adds the tools of one of the account's checkouts to the basket again, in the ordered quantities. Skips canceled and refunded orders,
 * unless the checkout has no others.
 * @returns the lines of the basket, and a message that counts the added tools and names those that could not be added
 * @throws ShopError 401, 403, 404, 429
 */
export async function addPastCheckoutToBasket(shop: ShopContext, checkoutId: string) {
	requireCapability(shop, "orders:place", "staff_basket");
	const { orders } = await requireOwnCheckout(shop, checkoutId);
	const activeOrders = orders.filter(({ state }) => !isCanceled(state));
	const ordersToRepeat = activeOrders.length > 0 ? activeOrders : orders;
	const items = ordersToRepeat.map(({ productId, quantity }) => ({ productId, quantity }));
	const [lines, soldTools] = await Promise.all([
		addToAccountBasket(shop, items),
		retry(() => findProducts(shop, items)),
	]);
	const requestedTools = ordersToRepeat.map(({ productId, toolName: name }) => ({
		productId,
		name,
		isPublished: soldTools.has(productId),
	}));
	return { lines, message: describeAddedTools(requestedTools, lines) };
}
