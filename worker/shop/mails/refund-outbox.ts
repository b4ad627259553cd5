import { and, asc, eq, gt, inArray, isNotNull, isNull, lte, sql } from "drizzle-orm";
import type { Database } from "#worker/db/client.ts";
import { forLog } from "#worker/db/failures.ts";
import { retry } from "#worker/db/retry.ts";
import { orders, payments, refundMails, refunds } from "#worker/db/schema.ts";
import { sendMail } from "#worker/services/mail.ts";
import type { Shop } from "../context.ts";
import { type Swept, sweepEach } from "../swept.ts";
import { type RefundNews, refundMail } from "./refund-mail.ts";

/** Milliseconds until a mail that was not sent is tried again; twice as long each time. */
const firstPauseMs = 5 * 60 * 1000;
/** The pauses between them add up to ten and a half hours. */
const mostTries = 8;
/** Mails in one run of the sweep. */
const batchSize = 50;
/** Milliseconds after which a refund is no news, as where a restored backup did not know it. */
const newsMs = 7 * 24 * 60 * 60 * 1000;

/** Statuses of a refund that Stripe has accepted. */
const accepted = ["succeeded", "pending", "requires_action"];

/**
 * A statement for the batch that reads a payment, after its refunds are stored: puts the mail about each that the shop has made into
 * the outbox, once a refund.
 * @param billingEmail what was typed with the card, for where the order is gone
 */
export function putRefundMails(
	db: Database,
	paymentId: string,
	orderId: string,
	billingEmail: string | null,
) {
	const now = Date.now();
	const ofOrder = db
		.select({ email: sql`nullif(${orders.email}, '')` })
		.from(orders)
		.where(eq(orders.id, orderId));
	const email = sql<string | null>`coalesce((${ofOrder}), ${billingEmail})`;
	return db
		.insert(refundMails)
		.select(
			db
				.select({
					refundId: sql<string>`${refunds.id}`.as("refund_id"),
					email: email.as("email"),
					createdAt: sql<Date>`${now}`.as("created_at"),
					sentAt: sql<null>`null`.as("sent_at"),
					tries: sql<number>`0`.as("tries"),
					nextTryAt: sql<Date>`${now}`.as("next_try_at"),
				})
				.from(refunds)
				.where(
					and(
						eq(refunds.paymentId, paymentId),
						eq(refunds.ours, true),
						inArray(refunds.status, accepted),
						gt(refunds.createdAt, new Date(now - newsMs)),
						sql`${email} is not null`,
					),
				),
		)
		.onConflictDoNothing();
}

/** Unsent, not given up, and its turn has come. */
const isDue = (now: Date) => and(isNull(refundMails.sentAt), lte(refundMails.nextTryAt, now));

/** Takes a mail for sending. @returns which try this is; null when it is sent, given up, or somebody else is at it */
async function take(db: Database, refundId: string, now: Date): Promise<number | null> {
	const nextTryAt = sql`${now.getTime()} + (${firstPauseMs} << ${refundMails.tries})`;
	const [taken] = await retry(() =>
		db
			.update(refundMails)
			.set({ tries: sql`${refundMails.tries} + 1`, nextTryAt })
			.where(and(eq(refundMails.refundId, refundId), isDue(now)))
			.returning({ tries: refundMails.tries }),
	);
	return taken?.tries ?? null;
}

/** The address is kept no longer than it is needed. */
const close = (db: Database, refundId: string, sentAt: Date | null) =>
	retry(() =>
		db
			.update(refundMails)
			.set({ sentAt, nextTryAt: null, email: null })
			.where(eq(refundMails.refundId, refundId)),
	);

/** @returns whether it was sent @throws when it was not */
async function send(shop: Shop, refundId: string, news: RefundNews, now: Date): Promise<boolean> {
	const tries = await take(shop.db, refundId, now);
	if (tries === null) return false;
	if (tries > mostTries) {
		await close(shop.db, refundId, null);
		console.error(JSON.stringify({ mail: "given up", refund: refundId }));
		return false;
	}
	try {
		await sendMail(shop.env, refundMail(news, shop.origin));
	} catch (error) {
		console.error("refund mail", refundId, forLog(error));
		throw error;
	}
	await close(shop.db, refundId, new Date());
	return true;
}

const listDue = (db: Database, now: Date) =>
	db
		.select({
			refundId: refundMails.refundId,
			to: sql<string>`${refundMails.email}`,
			orderId: payments.orderId,
			paymentId: payments.id,
			toolName: orders.toolName,
			amountCents: refunds.amountCents,
			currency: payments.currency,
		})
		.from(refundMails)
		.innerJoin(refunds, eq(refunds.id, refundMails.refundId))
		.innerJoin(payments, eq(payments.id, refunds.paymentId))
		.leftJoin(orders, eq(orders.id, payments.orderId))
		.where(and(isDue(now), isNotNull(refundMails.email)))
		.orderBy(asc(refundMails.nextTryAt))
		.limit(batchSize)
		.all();

/**
 * Sends the mails about refunds that wait: twice only if the process dies between sending and marking.
 * @param due when the cron was due; never earlier than now, or a mail could be taken twice
 */
export async function sweepRefundMails(shop: Shop, due: Date): Promise<Swept> {
	const now = new Date(Math.max(due.getTime(), Date.now()));
	const mails = await listDue(shop.db, now);
	return sweepEach(mails, ({ refundId, ...news }) => send(shop, refundId, news, now));
}
