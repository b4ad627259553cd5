import { and, count, desc, eq, gt, gte, isNotNull, isNull, lte, type SQL } from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import { requireCapability } from "#worker/auth/authorize.ts";
import { retryBatch } from "#worker/db/retry.ts";
import {
	dailySales,
	orderEmails,
	orders,
	payments,
	refunds,
	stripeEvents,
	sweepRuns,
} from "#worker/db/schema.ts";
import type { ShopContext } from "../context.ts";
import { getReservationMs } from "../orders/reservation.ts";
import { isUnpaid } from "../orders/unpaid.ts";
import { getDayStart, toDayNumber } from "../overview/sales.ts";
import { selectFailedEmails, selectWaitingEmails } from "./emails.ts";

const maxRunsShown = 12;
/** The cron triggers the sweep every five minutes. */
const lateAfterMs = 15 * 60 * 1000;

const epoch = new Date(0);

const sum = <Item>(items: Item[], getNumber: (item: Item) => number) =>
	items.reduce((total, item) => total + getNumber(item), 0);

const getCount = ([row]: { value: number }[]) => row?.value ?? 0;

/** Always false for a local shop, whose cron trigger fires only during `npm start`. */
const isSweepLate = ({ env }: ShopContext, lastRunAt: Date | undefined, now: Date) =>
	env.SANDBOX === undefined && now.getTime() - (lastRunAt ?? epoch).getTime() > lateAfterMs;

/**
 * Reads the numbers of the Status page. Today begins at midnight UTC.
 * @throws ShopError 401, 403
 */
export async function getStatus(shop: ShopContext, now: Date) {
	requireCapability(shop, "status:read");
	const { db } = shop;
	const today = toDayNumber(now);
	const midnight = getDayStart(today);
	const countRows = (table: SQLiteTable, where: SQL | undefined) =>
		db.select({ value: count() }).from(table).where(where);
	const [
		placedOrders,
		[todaySales],
		refundCount,
		problemCount,
		sentEmails,
		waitingEmails,
		endedReservations,
		failedEmails,
		[latestEvent],
		runs,
	] = await retryBatch(db, [
		countRows(orders, gte(orders.createdAt, midnight)),
		db.select().from(dailySales).where(eq(dailySales.day, today)),
		countRows(
			refunds,
			and(gte(refunds.createdAt, midnight), refunds.createdByShop, eq(refunds.status, "succeeded")),
		),
		countRows(
			payments,
			and(
				isNotNull(payments.problem),
				isNull(payments.refundId),
				// Always true, but lets SQLite use the partial index `payments_problem`.
				gt(payments.updatedAt, epoch),
			),
		),
		countRows(orderEmails, gte(orderEmails.sentAt, midnight)),
		selectWaitingEmails(db, now),
		countRows(orders, and(isUnpaid(), lte(orders.reservedUntil, now))),
		selectFailedEmails(db),
		db
			.select({ receivedAt: stripeEvents.receivedAt })
			.from(stripeEvents)
			.orderBy(desc(stripeEvents.receivedAt))
			.limit(1),
		db.select().from(sweepRuns).orderBy(desc(sweepRuns.startedAt)).limit(maxRunsShown),
	]);
	const oldestTimes = waitingEmails.flatMap(({ oldestAt }) => oldestAt ?? []);
	return {
		today: {
			placed: getCount(placedOrders),
			paid: todaySales?.orders ?? 0,
			revenueCents: todaySales?.revenueCents ?? 0,
			refunds: getCount(refundCount),
			emailsSent: getCount(sentEmails),
		},
		waiting: {
			emails: sum(waitingEmails, ({ emailCount }) => emailCount),
			retrying: sum(waitingEmails, ({ retrying }) => retrying),
			/** When the oldest unsent email was queued. */
			oldestAt: oldestTimes.toSorted((a, b) => a.getTime() - b.getTime())[0] ?? null,
			failed: failedEmails[0]?.total ?? 0,
			paymentProblems: getCount(problemCount),
			/** Unpaid orders whose reservation has ended. The next runs of the sweep cancel them. */
			unpaidOrders: getReservationMs(shop.env) === null ? 0 : getCount(endedReservations),
		},
		failedEmails,
		lastEventAt: latestEvent?.receivedAt ?? null,
		runs,
		isSweepLate: isSweepLate(shop, runs[0]?.startedAt, now),
	};
}
