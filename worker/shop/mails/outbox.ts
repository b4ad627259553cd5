import { and, asc, eq, isNull, lte, type SQL, sql } from "drizzle-orm";
import type { OrderMailKind } from "#contract/order-states.ts";
import type { Database } from "#worker/db/client.ts";
import { retry } from "#worker/db/retry.ts";
import { orderMails, orders } from "#worker/db/schema.ts";

/** Milliseconds until a mail that was not sent is tried again; twice as long each time. */
const firstPauseMs = 5 * 60 * 1000;

/**
 * A statement for the batch that changes an order, after that change: puts the mail about it into the outbox, once an
 * order and kind.
 * @param changed true of the order only if this batch has changed it
 */
export const putInOutbox = (db: Database, kind: OrderMailKind, changed: SQL | undefined) =>
	db
		.insert(orderMails)
		.select(
			db
				.select({
					orderId: sql<string>`${orders.id}`.as("order_id"),
					kind: sql<OrderMailKind>`${kind}`.as("kind"),
					createdAt: sql<Date>`${Date.now()}`.as("created_at"),
					sentAt: sql<null>`null`.as("sent_at"),
					tries: sql<number>`0`.as("tries"),
					nextTryAt: sql<Date>`${Date.now()}`.as("next_try_at"),
				})
				.from(orders)
				.where(changed),
		)
		.onConflictDoNothing()
		.returning({ orderId: orderMails.orderId });

const isMail = (orderId: string, kind: OrderMailKind) =>
	and(eq(orderMails.orderId, orderId), eq(orderMails.kind, kind));

/** Unsent, not given up, and its turn has come. */
const isDue = (now: Date) => and(isNull(orderMails.sentAt), lte(orderMails.nextTryAt, now));

/**
 * Takes a mail for sending: nobody else gets it until the pause after this try is over.
 * @returns which try this is, from 1; null when the mail is sent, taken or given up
 */
export async function takeFromOutbox(
	db: Database,
	orderId: string,
	kind: OrderMailKind,
	now: Date,
): Promise<number | null> {
	const again = sql`${now.getTime()} + (${firstPauseMs} << ${orderMails.tries})`;
	const take = () =>
		db
			.update(orderMails)
			.set({ tries: sql`${orderMails.tries} + 1`, nextTryAt: again })
			.where(and(isMail(orderId, kind), isDue(now)))
			.returning({ tries: orderMails.tries });
	const [taken] = await retry(take);
	return taken?.tries ?? null;
}

export const markSent = (db: Database, orderId: string, kind: OrderMailKind) =>
	retry(() =>
		db.update(orderMails).set({ sentAt: new Date(), nextTryAt: null }).where(isMail(orderId, kind)),
	);

/** The mail stays unsent in the outbox, and its turn never comes again. */
export const giveUp = (db: Database, orderId: string, kind: OrderMailKind) =>
	retry(() => db.update(orderMails).set({ nextTryAt: null }).where(isMail(orderId, kind)));

/** @returns the mails whose turn has come, the one that waits longest first */
export const listDue = (db: Database, now: Date, most: number) =>
	db
		.select({ orderId: orderMails.orderId, kind: orderMails.kind })
		.from(orderMails)
		.where(isDue(now))
		.orderBy(asc(orderMails.nextTryAt), asc(orderMails.createdAt))
		.limit(most)
		.all();
