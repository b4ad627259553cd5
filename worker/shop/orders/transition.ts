import { and, eq, exists, type SQL, sql } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import { ShopError } from "#contract/errors.ts";
import {
	hasReached,
	type OrderTransition,
	orderStates,
	orderTransitions,
	type Transition,
} from "#contract/order-states.ts";
import { can } from "#contract/roles.ts";
import { requireCapability } from "#worker/auth/authorize.ts";
import type { Database } from "#worker/db/client.ts";
import { orders, products } from "#worker/db/schema.ts";
import { auditEntry, findEntry } from "../audit.ts";
import type { Shop } from "../context.ts";
import { putInOutbox, sendAfterResponse } from "../mails/outbox.ts";
import { write } from "../write.ts";
import { type Order, requireOrder } from "./read.ts";

/** Holds while the order is in the state from which the transition goes. */
export const canMove = (transition: OrderTransition, orderId: string): SQL | undefined =>
	and(eq(orders.id, orderId), eq(orders.state, orderTransitions[transition].from));

/** @throws ShopError why an order in this state cannot make the transition */
export function requireMove({ state }: Pick<Order, "state">, transition: OrderTransition): void {
	const { from, errors }: Transition = orderTransitions[transition];
	if (state === from) return;
	if (state === "cancelled") throw new ShopError("order_not_found");
	const { early = "order_not_ready", late = "order_step_done" } = errors;
	throw new ShopError(hasReached(state, from) ? late : early);
}

type Move = {
	at: Date;
	/** What must hold besides the state. */
	where?: SQL | undefined;
	/** What changes with it. */
	set?: { transactionId?: string; idempotencyKey?: string };
};

/** The column with the time of the state to which a transition leads. */
const timeOf = (transition: OrderTransition) => orderStates[orderTransitions[transition].to].at;

/** The one statement that changes the state of an order; it changes nothing in another state. */
export const moveStatement = (
	db: Database,
	transition: OrderTransition,
	id: string,
	{ at, where, set = {} }: Move,
) =>
	db
		.update(orders)
		.set({ ...set, [timeOf(transition)]: at })
		.where(and(canMove(transition, id), where));

/**
 * Moves an order to another state in one transaction, with what `orderTransitions` says of the transition: its audit entry, where
 * somebody with its capability does it, and its mail.
 * @param before statements that need the order in its old state
 * @returns its pieces, and the stock of its tool now; null where the order is in another state or `where` does not hold
 */
export async function moveOrder(
	shop: Shop,
	transition: OrderTransition,
	id: string,
	move: Move & { before?: BatchItem<"sqlite">[] },
) {
	const { db, account } = shop;
	const { action, capability, mail } = orderTransitions[transition];
	const isAudited = account && action && capability && can(account, capability);
	const where = and(canMove(transition, id), move.where);
	const audit = isAudited ? auditEntry(account, { action, where }) : null;
	const key = move.set?.idempotencyKey;
	const isMoved = and(
		eq(orders.id, id),
		eq(orders[timeOf(transition)], move.at),
		key === undefined ? undefined : eq(orders.idempotencyKey, key),
	);
	const moved = await write(shop, {
		audit,
		statements: [
			...(move.before ?? []),
			moveStatement(db, transition, id, move),
			...(mail ? [putInOutbox(db, mail, isMoved)] : []),
		],
		confirmation: db
			.select({
				pieces: sql<number>`${orders.quantity}`.as("pieces"),
				quantity: products.quantity,
				minimum: products.minimum,
			})
			.from(orders)
			.innerJoin(products, eq(products.id, orders.productId))
			.where(and(isMoved, audit ? exists(findEntry(db, audit)) : undefined)),
	});
	if (moved && mail) sendAfterResponse(shop, mail, id);
	return moved;
}

/** A transition that needs nothing but the order in the right state, and the capability that `orderTransitions` names. */
export async function advanceOrder(
	shop: Shop,
	transition: OrderTransition,
	id: string,
): Promise<void> {
	const { capability }: Transition = orderTransitions[transition];
	if (!capability) throw new ShopError("forbidden");
	requireCapability(shop, capability);
	requireMove(await requireOrder(shop, id), transition);
	if (await moveOrder(shop, transition, id, { at: new Date() })) return;
	requireMove(await requireOrder(shop, id), transition);
}
