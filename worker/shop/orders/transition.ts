import { and, eq, exists, type SQL, sql } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import type { CancelReason } from "#contract/cancel-reasons.ts";
import type { Tracking } from "#contract/carriers.ts";
import type { Delivery } from "#contract/delivery.ts";
import { ShopError } from "#contract/errors.ts";
import type { OrderEmailKind } from "#contract/order-emails.ts";
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
import { type Actor, auditEntry, findEntry } from "../audit.ts";
import type { Shop } from "../context.ts";
import { queueOrderEmail } from "../emails/queue-emails.ts";
import { sendOrderEmailAfterResponse } from "../emails/send-order-emails.ts";
import { write } from "../write.ts";
import { type Order, requireOrder } from "./read.ts";

/** Matches the order or orders that are in the state from which the transition starts. */
export const isReadyFor = (transition: OrderTransition, order: string | SQL): SQL | undefined =>
	and(
		typeof order === "string" ? eq(orders.id, order) : order,
		eq(orders.state, orderTransitions[transition].from),
	);

/** @throws ShopError with the reason why the order cannot make the transition */
export function requireReadyFor(order: Pick<Order, "state"> | null, transition: OrderTransition) {
	const { from, errors }: Transition = orderTransitions[transition];
	if (order?.state === from) return;
	if (!order || order.state === "cancelled") throw new ShopError("order_not_found");
	const { tooEarly = "order_not_ready", tooLate = "order_step_done" } = errors;
	if (!hasReached(order.state, from)) throw new ShopError(tooEarly);
	throw new ShopError(order.state === "refunded" ? (errors.refunded ?? tooLate) : tooLate);
}

type Move = {
	at: Date;
	where?: SQL | undefined;
	set?: {
		transactionId?: string;
		idempotencyKey?: string;
		cancelReason?: CancelReason;
	} & Partial<Tracking> &
		Partial<Record<keyof Delivery | "name" | "email", SQL>>;
};

const timeColumnOf = (transition: OrderTransition) =>
	orderStates[orderTransitions[transition].to].at;

/** The only statement that changes the state of orders. It changes only orders that are in the transition's starting state. */
export const updateOrderState = (
	db: Database,
	transition: OrderTransition,
	order: string | SQL,
	{ at, where, set = {} }: Move,
) =>
	db
		.update(orders)
		.set({ ...set, [timeColumnOf(transition)]: at })
		.where(and(isReadyFor(transition, order), where));

/**
 * Moves an order to another state. The same transaction queues the email, and an audit entry if the account has the capability or there is
 * an `automaticActor`.
 * @param detail of the audit entry
 * @param emailKind replaces the transition's email; null if the customer gets none
 * @param statementsBefore run first, while the order is still in its old state
 * @returns the order's pieces and the product's stock afterward; null if the order is in another state or `where` is false
 */
export async function transitionOrder(
	shop: Shop,
	transition: OrderTransition,
	id: string,
	{
		statementsBefore = [],
		detail,
		automaticActor,
		emailKind = orderTransitions[transition].emailKind,
		...move
	}: Move & {
		statementsBefore?: BatchItem<"sqlite">[];
		detail?: SQL | undefined;
		automaticActor?: Actor | undefined;
		emailKind?: OrderEmailKind | null;
	},
) {
	const { db, account } = shop;
	const { auditAction: action, capability } = orderTransitions[transition];
	const isAdmin = account !== null && capability !== null && can(account, capability);
	const actor = automaticActor ?? (isAdmin ? account : null);
	const where = and(isReadyFor(transition, id), move.where);
	const audit =
		actor && action ? auditEntry(actor, { action, where, ...(detail && { detail }) }) : null;
	const key = move.set?.idempotencyKey;
	const isMoved = and(
		eq(orders.id, id),
		eq(orders[timeColumnOf(transition)], move.at),
		key === undefined ? undefined : eq(orders.idempotencyKey, key),
	);
	const moved = await write(shop, {
		audit,
		statements: [
			...statementsBefore,
			updateOrderState(db, transition, id, move),
			...(emailKind ? [queueOrderEmail(db, emailKind, isMoved)] : []),
		],
		findWritten: db
			.select({
				pieces: sql<number>`${orders.quantity}`.as("pieces"),
				stock: sql<number>`${products.quantity}`.as("stock"),
				minimum: products.minimum,
			})
			.from(orders)
			.innerJoin(products, eq(products.id, orders.productId))
			.where(and(isMoved, audit ? exists(findEntry(db, audit)) : undefined)),
	});
	// After an automatic move, the sweep sends the email.
	if (moved && emailKind && !automaticActor) sendOrderEmailAfterResponse(shop, emailKind, id);
	return moved;
}

/** Makes a transition that depends only on the order's state and the capability in `orderTransitions`. */
export async function advanceOrder(shop: Shop, transition: OrderTransition, id: string) {
	const { capability }: Transition = orderTransitions[transition];
	if (!capability) throw new ShopError("forbidden");
	requireCapability(shop, capability);
	requireReadyFor(await requireOrder(shop, id), transition);
	if (await transitionOrder(shop, transition, id, { at: new Date() })) return;
	requireReadyFor(await requireOrder(shop, id), transition);
}
