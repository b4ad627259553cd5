import { and, eq, exists, inArray, isNotNull, isNull, not, type SQL } from "drizzle-orm";
import { ShopError } from "#contract/errors.ts";
import { awaitsShipment, statesAwaitingShipment } from "#contract/order-states.ts";
import { requireCapability } from "#worker/auth/authorize.ts";
import { orders } from "#worker/db/schema.ts";
import { createAuditEntry, findEntry } from "../audit.ts";
import type { ShopContext } from "../context.ts";
import { queueOrderEmail } from "../emails/queue-emails.ts";
import { sendOrderEmailAfterResponse } from "../emails/send-order-emails.ts";
import { isLost, isOnHold } from "../payments/order-amounts.ts";
import { write } from "../write.ts";
import { type Order, requireOrder, requireOwnOrder } from "./read.ts";

const isAwaitingShipment = (id: string): SQL | undefined =>
	and(eq(orders.id, id), inArray(orders.state, statesAwaitingShipment));

/** Whether the customer is waiting for an answer to a cancellation request. */
export const hasOpenCancellationRequest = ({
	state,
	cancellationRequestedAt,
	cancellationDeclinedAt,
}: Pick<Order, "state" | "cancellationRequestedAt" | "cancellationDeclinedAt">): boolean =>
	awaitsShipment(state) && cancellationRequestedAt !== null && cancellationDeclinedAt === null;

/**
 * The same condition as `hasOpenCancellationRequest`, in SQL. It omits `paidAt`, because only paid orders have requests, and matches the
 * condition of the partial index `orders_asking_to_cancel`.
 */
export const matchesOpenCancellationRequest = (): SQL | undefined =>
	and(
		isNotNull(orders.cancellationRequestedAt),
		isNull(orders.cancellationDeclinedAt),
		isNull(orders.refundedAt),
		isNull(orders.shippedAt),
	);

/** @throws ShopError 409 unless the order is paid and has not shipped */
function requireAwaitingShipment({ state }: Order): void {
	if (state === "unpaid") throw new ShopError("order_unpaid");
	if (!awaitsShipment(state)) throw new ShopError("cancellation_too_late");
}

/**
 * Records a customer's request to cancel a paid order that has not shipped. An admin grants the request with a full refund. Idempotent.
 * @returns how many orders changed: 1 or 0
 * @throws ShopError 401, 403 or 404; 409 if the order is unpaid, shipped, refunded or lost in a dispute, or a request was declined
 */
export async function requestCancellation(shop: ShopContext, id: string): Promise<number> {
	const order = await requireOwnOrder(shop, id);
	requireAwaitingShipment(order);
	if (order.cancellationDeclinedAt) throw new ShopError("cancellation_declined");
	if (order.cancellationRequestedAt) return 0;
	const now = new Date();
	const { db } = shop;
	const row = await write(shop, {
		statements: [
			db
				.update(orders)
				.set({ cancellationRequestedAt: now })
				.where(and(isAwaitingShipment(id), isNull(orders.cancellationRequestedAt), not(isLost))),
		],
		// This also matches if another request changed the order in the same millisecond. The effect is the same.
		confirmWrite: db
			.select({ id: orders.id })
			.from(orders)
			.where(and(eq(orders.id, id), eq(orders.cancellationRequestedAt, now))),
	});
	if (row) return 1;
	const updated = await requireOwnOrder(shop, id);
	requireAwaitingShipment(updated);
	if (!updated.cancellationRequestedAt) throw new ShopError("cancellation_too_late");
	return 0;
}

/**
 * Declines a customer's request to cancel, and emails the customer that the order will ship, unless its payment is on hold. Idempotent.
 * @returns how many orders changed: 1 or 0
 * @throws ShopError 401, 403 or 404; 409 if there is no request, or the order is unpaid, shipped or refunded
 */
export async function declineCancellation(shop: ShopContext, id: string): Promise<number> {
	const account = requireCapability(shop, "refunds:create");
	const order = await requireOrder(shop, id);
	requireAwaitingShipment(order);
	if (!order.cancellationRequestedAt) throw new ShopError("cancellation_not_requested");
	if (order.cancellationDeclinedAt) return 0;
	const { db } = shop;
	const isOpen = and(
		isAwaitingShipment(id),
		isNotNull(orders.cancellationRequestedAt),
		isNull(orders.cancellationDeclinedAt),
	);
	const audit = createAuditEntry(account, { action: "order-cancellation-declined", where: isOpen });
	const isDeclined = and(eq(orders.id, id), exists(findEntry(db, audit)));
	const declined = await write(shop, {
		audit,
		statements: [
			db.update(orders).set({ cancellationDeclinedAt: new Date() }).where(isOpen),
			queueOrderEmail(db, "cancellation_declined", and(isDeclined, not(isOnHold))),
		],
		confirmWrite: db.select({ id: orders.id }).from(orders).where(isDeclined),
	});
	if (declined) sendOrderEmailAfterResponse(shop, "cancellation_declined", id);
	else requireAwaitingShipment(await requireOrder(shop, id));
	return declined ? 1 : 0;
}
