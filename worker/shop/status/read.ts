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
	contactMails,
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

type Outbox = typeof contactMails | typeof orderMails | typeof refundMails;

const sum = <Item>(items: Item[], read: (item: Item) => number) =>
	items.reduce((total, item) => total + read(item), 0);

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
	const hasFailed = ({ sentAt, nextTryAt }: Outbox) => and(isNull(sentAt), isNull(nextTryAt));
	const summarizeUnsent = (outbox: Outbox) =>
		db
			.select({
				emails: count(),
				retrying: sql<number>`coalesce(sum(${outbox.tries} > 0), 0)`.as("retrying"),
				oldestAt: min(outbox.createdAt),
			})
			.from(outbox)
			.where(
				and(
					isNull(outbox.sentAt),
					gt(outbox.nextTryAt, epoch),
					or(gt(outbox.tries, 0), lte(outbox.nextTryAt, now)),
				),
			);
	// Comparing with `epoch` is always true, but lets SQLite use the partial indexes on these columns.
	const [
		placedOrders,
		[todaySales],
		refundCount,
		problemCount,
		sentEmails,
		unsentOrderEmails,
		unsentContactEmails,
		endedReservations,
		failedEmails,
		failedRefundEmails,
		failedContactEmails,
		undeliveredOrderEmails,
		undeliveredContactEmails,
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
		summarizeUnsent(orderMails),
		summarizeUnsent(contactMails),
		countRows(orders, and(isUnpaid(), lte(orders.reservedUntil, now))),
		countRows(orderMails, hasFailed(orderMails)),
		countRows(refundMails, hasFailed(refundMails)),
		countRows(contactMails, hasFailed(contactMails)),
		db
			.select({
				orderId: orderMails.orderId,
				kind: orderMails.kind,
				failure: orderMails.failure,
				createdAt: orderMails.createdAt,
			})
			.from(orderMails)
			.where(hasFailed(orderMails))
			.orderBy(desc(orderMails.createdAt))
			.limit(undeliveredShown),
		db
			.select({
				subjectId: contactMails.subjectId,
				kind: contactMails.kind,
				failure: contactMails.failure,
				createdAt: contactMails.createdAt,
			})
			.from(contactMails)
			.where(hasFailed(contactMails))
			.orderBy(desc(contactMails.createdAt))
			.limit(undeliveredShown),
		db
			.select({ receivedAt: stripeEvents.receivedAt })
			.from(stripeEvents)
			.orderBy(desc(stripeEvents.receivedAt))
			.limit(1),
		db.select().from(sweepRuns).orderBy(desc(sweepRuns.startedAt)).limit(runsShown),
	]);
	const unsent = [...unsentOrderEmails, ...unsentContactEmails];
	const oldest = unsent.flatMap(({ oldestAt }) => oldestAt ?? []);
	const failed = [...failedEmails, ...failedRefundEmails, ...failedContactEmails];
	return {
		today: {
			placed: firstValue(placedOrders),
			paid: todaySales?.orders ?? 0,
			revenueCents: todaySales?.revenueCents ?? 0,
			refunds: firstValue(refundCount),
			emailsSent: firstValue(sentEmails),
		},
		waiting: {
			emails: sum(unsent, ({ emails }) => emails),
			retrying: sum(unsent, ({ retrying }) => retrying),
			/** When the oldest unsent email was written. */
			oldestAt: oldest.toSorted((one, other) => one.getTime() - other.getTime())[0] ?? null,
			failed: sum(failed, ({ value }) => value),
			payments: firstValue(problemCount),
			/** Unpaid orders whose reservation has ended, which the next runs of the sweep cancel. */
			unpaidOrders: reservationMs(shop.env) === null ? 0 : firstValue(endedReservations),
		},
		/** The newest of the failed emails about orders, messages and the newsletter. */
		undelivered: [...undeliveredOrderEmails, ...undeliveredContactEmails]
			.sort((one, other) => other.createdAt.getTime() - one.createdAt.getTime())
			.slice(0, undeliveredShown),
		lastEventAt: latestEvent?.receivedAt ?? null,
		runs,
		isSweepLate: isSweepLate(shop, runs[0]?.startedAt, now),
	};
}
