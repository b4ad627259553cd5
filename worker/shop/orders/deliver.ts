import { hasReached } from "#contract/order-states.ts";
import type { ShopContext } from "../context.ts";
import { requireOrder } from "./read.ts";
import { requireReadyTo, transitionOrder } from "./transition.ts";

/**
 * Marks a shipped order as received. Both the customer and staff who ship orders can do this. Idempotent.
 * @returns how many orders changed: 1 or 0
 * @throws ShopError 401, 403 or 404; 409 if the order has not shipped
 */
export async function deliverOrder(shop: ShopContext, id: string): Promise<number> {
	const order = await requireOrder(shop, id, "orders:ship");
	if (hasReached(order.state, "delivered")) return 0;
	requireReadyTo(order, "deliver");
	if (await transitionOrder(shop, "deliver", id, { at: new Date() })) return 1;
	const current = await requireOrder(shop, id, "orders:ship");
	if (!hasReached(current.state, "delivered")) requireReadyTo(current, "deliver");
	return 0;
}
