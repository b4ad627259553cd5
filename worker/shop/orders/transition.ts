import { and, eq, exists, inArray, type SQL, sql } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import type { CancelReason } from "#contract/cancel-reasons.ts";
import type { Tracking } from "#contract/carriers.ts";
import type { Delivery } from "#contract/delivery.ts";
import { ShopError } from "#contract/errors.ts";
import type { OrderEmailKind } from "#contract/order-emails.ts";
import {
	hasReached,
	listStartStates,
	type OrderTransition,
	orderStates,
	orderTransitions,
	type Transition,
} from "#contract/order-states.ts";
import { can } from "#contract/roles.ts";
import { requireCapability } from "#worker/auth/authorize.ts";
import type { Database } from "#worker/db/client.ts";
import { orders, products } from "#worker/db/schema.ts";
import { type Actor, createAuditEntry, findEntry } from "../audit.ts";
import type { ShopContext } from "../context.ts";
import { queueOrderEmail } from "../emails/queue-emails.ts";
import { sendOrderEmailAfterResponse } from "../emails/send-order-emails.ts";
import { write } from "../write.ts";
import { type Order, requireOrder } from "./read.ts";

/**
 * Matches orders that are ready for the transition.
 * @param order - an order's id, or a condition that matches several orders
 */
export const isReadyTo = (transition: OrderTransition, order: string | SQL): SQL | undefined =>
	and(
		typeof order === "string" ? eq(orders.id, order) : order,
		inArray(orders.state, listStartStates(orderTransitions[transition])),
	);

/** @throws ShopError with the reason if the order is not ready for the transition */
export function requireReadyTo(order: Pick<Order, "state"> | null, transition: OrderTransition) {
	const { from, errors }: Transition = orderTransitions[transition];
	if (order && listStartStates(orderTransitions[transition]).includes(order.state)) return;
	if (!order || order.state === "cancelled") throw new ShopError("order_not_found");
	const { tooEarly = "order_not_ready", tooLate = "order_step_done" } = errors;
	if (!hasReached(order.state, from)) throw new ShopError(tooEarly);
	throw new ShopError(order.state === "refunded" ? (errors.refunded ?? tooLate) : tooLate);
}

type TransitionOptions = {
	at: Date;
	where?: SQL | undefined;
	set?: {
		transactionId?: string;
		idempotencyKey?: string;
		cancelReason?: CancelReason;
	} & Partial<Tracking> &
		Partial<Record<keyof Delivery | "name" | "email", SQL>>;
};

const getTimeColumn = (transition: OrderTransition) =>
	orderStates[orderTransitions[transition].to].at;

/**
 * Returns the statement that changes the state of orders, if they are ready for the transition. No other statement changes the
 * state of orders.
 */
export const updateOrderState = (
	db: Database,
	transition: OrderTransition,
	order: string | SQL,
	{ at, where, set = {} }: TransitionOptions,
) =>
	db
		.update(orders)
		.set({ ...set, [getTimeColumn(transition)]: at })
		.where(and(isReadyTo(transition, order), where));

/**
 * Changes an order's state. The same transaction queues the email, and writes an audit entry if the account has the transition's capability
 * or there is an `automaticActor`.
 * @param detail - the detail of the audit entry
 * @param emailKind - replaces the transition's email; null sends none
 * @param statementsBefore - statements that run while the order is still in its old state
 * @returns the order's pieces and the product's new stock; null if the order is not ready for the transition or `where` is false
 */
export async function transitionOrder(
	shop: ShopContext,
	transition: OrderTransition,
	id: string,
	{
		statementsBefore = [],
		detail,
		automaticActor,
		emailKind = orderTransitions[transition].emailKind,
		...options
	}: TransitionOptions & {
		statementsBefore?: BatchItem<"sqlite">[];
		detail?: SQL | undefined;
		automaticActor?: Actor | undefined;
		emailKind?: OrderEmailKind | null;
	},
) {
	const { db, account } = shop;
	const { auditAction: action, capability } = orderTransitions[transition];
	const isStaff = account !== null && capability !== null && can(account, capability);
	const actor = automaticActor ?? (isStaff ? account : null);
	const where = and(isReadyTo(transition, id), options.where);
	const audit =
		actor && action ? createAuditEntry(actor, { action, where, ...(detail && { detail }) }) : null;
	const key = options.set?.idempotencyKey;
	const isChanged = and(
		eq(orders.id, id),
		eq(orders[getTimeColumn(transition)], options.at),
		key === undefined ? undefined : eq(orders.idempotencyKey, key),
	);
	const changedOrder = await write(shop, {
		audit,
		statements: [
			...statementsBefore,
			updateOrderState(db, transition, id, options),
			...(emailKind ? [queueOrderEmail(db, emailKind, isChanged)] : []),
		],
		confirmWrite: db
			.select({
				pieces: sql<number>`${orders.quantity}`.as("pieces"),
				stock: sql<number>`${products.quantity}`.as("stock"),
				minimum: products.minimum,
			})
			.from(orders)
			.innerJoin(products, eq(products.id, orders.productId))
			.where(and(isChanged, audit ? exists(findEntry(db, audit)) : undefined)),
	});
	// The sweep sends the email of an automatic transition.
	if (changedOrder && emailKind && !automaticActor)
		sendOrderEmailAfterResponse(shop, emailKind, id);
	return changedOrder;
}

/**
 * Makes a transition that requires nothing but the order's state and the capability in `orderTransitions`.
 * @throws ShopError 401, 403 or 404; 409 if the order is not ready for the transition
 */
export async function advanceOrder(shop: ShopContext, transition: OrderTransition, id: string) {
	const { capability }: Transition = orderTransitions[transition];
	if (!capability) throw new ShopError("forbidden");
	requireCapability(shop, capability);
	requireReadyTo(await requireOrder(shop, id), transition);
	if (await transitionOrder(shop, transition, id, { at: new Date() })) return;
	requireReadyTo(await requireOrder(shop, id), transition);
}
