import {
	and,
	count,
	desc,
	eq,
	gt,
	gte,
	isNotNull,
	isNull,
	lte,
	min,
	or,
	type SQL,
	sql,
} from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import { requireCapability } from "#worker/auth/authorize.ts";
import { retryBatch } from "#worker/db/retry.ts";
import {
	dailySales,
	orderMails,
	orders,
	payments,
	refundMails,
	refunds,
	stripeEvents,
	sweepRuns,
} from "#worker/db/schema.ts";
import type { Shop } from "../context.ts";
import { reservationMs } from "../orders/reservation.ts";
import { isUnpaid } from "../orders/unpaid.ts";
import { dayOf, startOf } from "../overview/sales.ts";

const runsShown = 12;
const undeliveredShown = 10;
/** The cron triggers the sweep every five minutes. */
const lateMs = 15 * 60 * 1000;

const epoch = new Date(0);

const firstValue = ([row]: { value: number }[]) => row?.value ?? 0;

/** Never true of a local shop, whose cron runs only during `npm start`. */
const isSweepLate = ({ env }: Shop, last: Date | undefined, now: Date) =>
	env.SANDBOX === undefined && now.getTime() - (last ?? epoch).getTime() > lateMs;

/** Days are in UTC. @throws ShopError 401, 403 */
export async function getStatus(shop: Shop, now: Date) {
	requireCapability(shop, "status:read");
	const { db } = shop;
	const today = dayOf(now);
	const midnight = startOf(today);
	const countRows = (table: SQLiteTable, where: SQL | undefined) =>
		db.select({ value: count() }).from(table).where(where);
	const isUnsent = isNull(orderMails.sentAt);
	const hasFailed = and(isUnsent, isNull(orderMails.nextTryAt));
	// Comparing with `epoch` is always true, but lets SQLite use the partial indexes on these columns.
	const [
		placedOrders,
		[todaySales],
		refundCount,
		problemCount,
		sentEmails,
		[unsentEmails],
		endedReservations,
		failedEmails,
		failedRefundEmails,
		undelivered,
		[latestEvent],
		runs,
	] = await retryBatch(db, [
		countRows(orders, gte(orders.createdAt, midnight)),
		db.select().from(dailySales).where(eq(dailySales.day, today)),
		countRows(
			refunds,
			and(gte(refunds.createdAt, midnight), refunds.ours, eq(refunds.status, "succeeded")),
		),
		countRows(
			payments,
			and(isNotNull(payments.problem), isNull(payments.refundId), gt(payments.updatedAt, epoch)),
		),
		countRows(orderMails, gte(orderMails.sentAt, midnight)),
		db
			.select({
				emails: count(),
				retrying: sql<number>`coalesce(sum(${orderMails.tries} > 0), 0)`.as("retrying"),
				oldestAt: min(orderMails.createdAt),
			})
			.from(orderMails)
			.where(
				and(
					isUnsent,
					gt(orderMails.nextTryAt, epoch),
					or(gt(orderMails.tries, 0), lte(orderMails.nextTryAt, now)),
				),
			),
		countRows(orders, and(isUnpaid(), lte(orders.reservedUntil, now))),
		countRows(orderMails, hasFailed),
		countRows(refundMails, and(isNull(refundMails.sentAt), isNull(refundMails.nextTryAt))),
		db
			.select({
				orderId: orderMails.orderId,
				kind: orderMails.kind,
				failure: orderMails.failure,
				createdAt: orderMails.createdAt,
			})
			.from(orderMails)
			.where(hasFailed)
			.orderBy(desc(orderMails.createdAt))
			.limit(undeliveredShown),
		db
			.select({ receivedAt: stripeEvents.receivedAt })
			.from(stripeEvents)
			.orderBy(desc(stripeEvents.receivedAt))
			.limit(1),
		db.select().from(sweepRuns).orderBy(desc(sweepRuns.startedAt)).limit(runsShown),
	]);
	return {
		today: {
			placed: firstValue(placedOrders),
			paid: todaySales?.orders ?? 0,
			revenueCents: todaySales?.revenueCents ?? 0,
			refunds: firstValue(refundCount),
			emailsSent: firstValue(sentEmails),
		},
		waiting: {
			emails: unsentEmails?.emails ?? 0,
			retrying: unsentEmails?.retrying ?? 0,
			/** When the oldest unsent email was written. */
			oldestAt: unsentEmails?.oldestAt ?? null,
			failed: firstValue(failedEmails) + firstValue(failedRefundEmails),
			payments: firstValue(problemCount),
			/** Unpaid orders whose reservation has ended, which the next runs of the sweep cancel. */
			unpaidOrders: reservationMs(shop.env) === null ? 0 : firstValue(endedReservations),
		},
		/** The newest of the failed emails about orders. */
		undelivered,
		lastEventAt: latestEvent?.receivedAt ?? null,
		runs,
		isSweepLate: isSweepLate(shop, runs[0]?.startedAt, now),
	};
}
