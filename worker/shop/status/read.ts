import { and, count, desc, eq, gt, gte, isNotNull, isNull, min, sql } from "drizzle-orm";
import { requireCapability } from "#worker/auth/authorize.ts";
import type { Database } from "#worker/db/client.ts";
import {
	dailySales,
	orderMails,
	orders,
	payments,
	refunds,
	stripeEvents,
	sweepRuns,
} from "#worker/db/schema.ts";
import type { Shop } from "../context.ts";
import { dayOf, startOf } from "../overview/periods.ts";

/** Runs of the sweep that are shown. */
const runsShown = 12;
/** Milliseconds without a run after which something is wrong: the cron comes every five minutes. */
const lateMs = 15 * 60 * 1000;

const ever = new Date(0);

const countPlaced = (db: Database, since: Date) =>
	db.select({ value: count() }).from(orders).where(gte(orders.createdAt, since));

const selectPaid = (db: Database, day: number) =>
	db.select().from(dailySales).where(eq(dailySales.day, day));

const countRefunds = (db: Database, since: Date) =>
	db
		.select({ value: count() })
		.from(refunds)
		.where(and(gte(refunds.createdAt, since), refunds.ours, eq(refunds.status, "succeeded")));

const countProblems = (db: Database) =>
	db
		.select({ value: count() })
		.from(payments)
		.where(
			and(isNotNull(payments.problem), isNull(payments.refundId), gt(payments.updatedAt, ever)),
		);

const countSent = (db: Database, since: Date) =>
	db.select({ value: count() }).from(orderMails).where(gte(orderMails.sentAt, since));

const selectWaiting = (db: Database) =>
	db
		.select({
			mails: count(),
			failed: sql<number>`coalesce(sum(${orderMails.tries} > 0), 0)`.as("failed"),
			since: min(orderMails.createdAt),
		})
		.from(orderMails)
		.where(and(isNull(orderMails.sentAt), gt(orderMails.nextTryAt, ever)));

const countGivenUp = (db: Database) =>
	db
		.select({ value: count() })
		.from(orderMails)
		.where(and(isNull(orderMails.sentAt), isNull(orderMails.nextTryAt)));

const selectLastEvent = (db: Database) =>
	db
		.select({ receivedAt: stripeEvents.receivedAt })
		.from(stripeEvents)
		.orderBy(desc(stripeEvents.receivedAt))
		.limit(1);

const selectRuns = (db: Database) =>
	db.select().from(sweepRuns).orderBy(desc(sweepRuns.startedAt)).limit(runsShown);

const firstValue = ([row]: { value: number }[]) => row?.value ?? 0;

/** Of the local shops the cron comes to that of `npm start` alone. */
const isLate = ({ env }: Shop, last: Date | undefined, now: Date) =>
	env.SANDBOX === undefined && now.getTime() - (last ?? ever).getTime() > lateMs;

/**
 * What the shop did today (in UTC), what waits, and what the sweep did last, in one round trip to the database.
 * @returns `waiting.since`: when the mail was written that waits longest; `sweepIsLate`: the cron does not come
 * @throws ShopError 401, 403
 */
export async function getStatus(shop: Shop, now: Date) {
	requireCapability(shop, "status:read");
	const { db } = shop;
	const day = dayOf(now);
	const midnight = startOf(day);
	const [placed, paid, returned, problems, sent, [waiting], givenUp, [event], runs] =
		await db.batch([
			countPlaced(db, midnight),
			selectPaid(db, day),
			countRefunds(db, midnight),
			countProblems(db),
			countSent(db, midnight),
			selectWaiting(db),
			countGivenUp(db),
			selectLastEvent(db),
			selectRuns(db),
		]);
	return {
		today: {
			placed: firstValue(placed),
			paid: paid[0]?.orders ?? 0,
			revenueCents: paid[0]?.revenueCents ?? 0,
			refunds: firstValue(returned),
			mailsSent: firstValue(sent),
		},
		waiting: {
			mails: waiting?.mails ?? 0,
			failed: waiting?.failed ?? 0,
			since: waiting?.since ?? null,
			givenUp: firstValue(givenUp),
			payments: firstValue(problems),
		},
		lastEventAt: event?.receivedAt ?? null,
		runs,
		sweepIsLate: isLate(shop, runs[0]?.startedAt, now),
	};
}

export type Status = Awaited<ReturnType<typeof getStatus>>;
