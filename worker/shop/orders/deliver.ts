import { hasReached } from "#contract/order-states.ts";
import type { Shop } from "../context.ts";
import { requireOrder } from "./read.ts";
import { requireReadyFor, transitionOrder } from "./transition.ts";

/**
 * Marks a shipped order as received, by its customer or by an account that ships orders. Idempotent.
 * @returns how many orders changed: 1 or 0
 * @throws ShopError 401, 403, 404, 409 if it has not been shipped
 */
export async function deliverOrder(shop: Shop, id: string): Promise<number> {
	const order = await requireOrder(shop, id, "orders:ship");
	if (hasReached(order.state, "delivered")) return 0;
	requireReadyFor(order, "deliver");
	if (await transitionOrder(shop, "deliver", id, { at: new Date() })) return 1;
	const current = await requireOrder(shop, id, "orders:ship");
	if (!hasReached(current.state, "delivered")) requireReadyFor(current, "deliver");
	return 0;
}
