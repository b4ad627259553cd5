import { and, eq, type SQL } from "drizzle-orm";
import { ShopError } from "#contract/errors.ts";
import {
	type OrderTransition,
	orderStates,
	orderTransitions,
	type Transition,
} from "#contract/order-states.ts";
import type { Database } from "#worker/db/client.ts";
import { orders } from "#worker/db/schema.ts";
import type { Order } from "./read.ts";

/** The order, while it is in the state from which the transition goes. */
export const canMove = (transition: OrderTransition, orderId: string): SQL | undefined =>
	and(eq(orders.id, orderId), eq(orders.state, orderTransitions[transition].from));

/**
 * The one statement that changes the state of an order.
 * @param where what must hold besides the state
 * @param at when it came into the new state
 * @param set what changes with it
 * @returns the id of the order; no row where it is in another state, or `where` does not hold
 */
export const moveOrder = (
	db: Database,
	transition: OrderTransition,
	{ id, where, at, set = {} }: { id: string; where?: SQL | undefined; at: Date; set?: Moved },
) =>
	db
		.update(orders)
		.set({ ...set, [orderStates[orderTransitions[transition].to].at]: at })
		.where(and(canMove(transition, id), where))
		.returning({ id: orders.id });

type Moved = { transactionId?: string; idempotencyKey?: null };

/** @throws ShopError why an order in this state cannot make the transition */
export function requireMove({ state }: Pick<Order, "state">, transition: OrderTransition): void {
	const { from, errors }: Transition = orderTransitions[transition];
	if (state !== from) throw new ShopError(errors[state] ?? "order_not_found");
}
