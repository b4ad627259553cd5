import { and, asc, eq, inArray, isNull, lte, notExists, sql } from "drizzle-orm";
import { cancelReasons } from "#contract/cancel-reasons.ts";
import { ShopError } from "#contract/errors.ts";
import { isUnavailable, redactQueryValues } from "#worker/db/failures.ts";
import { retry, retryBatch } from "#worker/db/retry.ts";
import { orders } from "#worker/db/schema.ts";
import { isStripeUnreachable } from "#worker/services/stripe.ts";
import { formatPiecesSql } from "../audit.ts";
import type { ShopContext } from "../context.ts";
import { queueReminders } from "../emails/queue-unpaid-emails.ts";
import { selectChargeablePayments } from "../payments/payable.ts";
import { cancelOpenPayments } from "../payments/settle.ts";
import { type SweepResult, sweepEach } from "../sweep-each.ts";
import { cancelIfUnpaid } from "./cancel.ts";
import type { Order } from "./read.ts";
import { getReservationMs } from "./reservation.ts";
import { isReadyTo } from "./transition.ts";
import { isUnpaid } from "./unpaid.ts";

/** Maximum number of orders that one run of the sweep cancels. */
const canceledOrdersMax = 40;
/** Maximum number of orders for which one run of the sweep sets a missing `reservedUntil`. */
const startedReservationsMax = 1_000;
/** After this many failures to reach Stripe, the remaining orders wait for the next run. */
const failuresUntilUnavailable = 5;
/** How much longer an order stays reserved if its payment is being processed or its cancellation fails. */
const extensionMs = 60 * 60 * 1000;

/** What the audit log calls the sweep. */
const sweepActor = { id: null, email: "sweep" };
const auditDetail = sql`${formatPiecesSql(orders.quantity)} || ', ' || ${cancelReasons.expired.label.toLowerCase()}`;

type ExpiringOrder = Pick<Order, "id" | "productId">;

/**
 * Sets `reservedUntil` and queues a reminder for unpaid orders without `reservedUntil`. They were placed in an earlier version of the
 * shop, or while `UNPAID_ORDER_HOURS` was 0.
 */
async function startReservations(
	{ db }: ShopContext,
	reservation: { from: Date; until: Date },
): Promise<void> {
	const ordersWithoutEnd = db
		.select({ id: orders.id })
		.from(orders)
		.where(and(isUnpaid(), isNull(orders.reservedUntil)))
		.orderBy(asc(sql`rowid`))
		.limit(startedReservationsMax);
	const isWithoutEnd = and(inArray(orders.id, ordersWithoutEnd), isUnpaid());
	await retryBatch(db, [
		queueReminders(db, reservation, isWithoutEnd),
		db.update(orders).set({ reservedUntil: reservation.until }).where(isWithoutEnd),
	]);
}

/** Extends an order's reservation, so that the next run of the sweep handles other orders first. */
const extendReservation = ({ db }: ShopContext, { id }: ExpiringOrder, now: Date) =>
	retry(() =>
		db
			.update(orders)
			.set({ reservedUntil: new Date(now.getTime() + extensionMs) })
			.where(and(isReadyTo("cancel", id), lte(orders.reservedUntil, now))),
	);

/**
 * Cancels an order whose reservation has ended.
 * @returns false if the order has been paid for or a payment is in progress
 * @throws the Stripe or database error, if that is why the order could not be canceled
 */
async function expireOrder(shop: ShopContext, order: ExpiringOrder, now: Date): Promise<boolean> {
	try {
		await cancelOpenPayments(shop, order.id);
	} catch (error) {
		if (error instanceof ShopError && error.code === "order_paid") return false;
		if (isStripeUnreachable(error) || isUnavailable(error)) throw error;
		await extendReservation(shop, order, now);
		if (error instanceof ShopError && error.code === "payment_processing") return false;
		console.error("expire", order.id, redactQueryValues(error));
		throw error;
	}
	// If a payment was started after `cancelOpenPayments` read the open ones, the next run cancels that payment and the order.
	return cancelIfUnpaid(shop, order, {
		reason: "expired",
		emailKind: "expired",
		where: and(
			lte(orders.reservedUntil, now),
			notExists(selectChargeablePayments(shop, eq(orders.id, order.id))),
		),
		automaticActor: sweepActor,
		detail: auditDetail,
	});
}

/**
 * Cancels unpaid orders whose reservation has ended, starting with those that ended first. Stops early if Stripe is unavailable.
 * @param now - the sweep's scheduled time
 */
export async function sweepUnpaidOrders(shop: ShopContext, now: Date): Promise<SweepResult> {
	const reservationMs = getReservationMs(shop.env);
	if (reservationMs === null) return { found: 0, fixed: 0, failed: 0 };
	await startReservations(shop, { from: now, until: new Date(now.getTime() + reservationMs) });
	const dueOrders = await retry(() =>
		shop.db
			.select({ id: orders.id, productId: orders.productId })
			.from(orders)
			.where(and(isUnpaid(), lte(orders.reservedUntil, now)))
			.orderBy(asc(orders.reservedUntil))
			.limit(canceledOrdersMax),
	);
	let unreachableCount = 0;
	const expireAndCountFailures = async (order: ExpiringOrder) => {
		try {
			return await expireOrder(shop, order, now);
		} catch (error) {
			if (isStripeUnreachable(error)) unreachableCount += 1;
			throw error;
		}
	};
	return sweepEach(
		dueOrders,
		expireAndCountFailures,
		() => unreachableCount >= failuresUntilUnavailable,
	);
}
