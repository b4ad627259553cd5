import { and, asc, eq, gt, inArray, isNotNull, isNull, lte, type SQL, sql } from "drizzle-orm";
import type { OrderMailKind } from "#contract/order-states.ts";
import type { Database } from "#worker/db/client.ts";
import { forLog } from "#worker/db/failures.ts";
import { insertFrom } from "#worker/db/insert-from.ts";
import { retry } from "#worker/db/retry.ts";
import { orderMails, orders, payments, refundMails, refunds } from "#worker/db/schema.ts";
import { type Email, sendEmail } from "#worker/services/mail.ts";
import type { Shop } from "../context.ts";
import { findOrder } from "../orders/read.ts";
import { type SweepResult, sweepEach } from "../sweep-each.ts";
import { orderMail, refundMail } from "./order-mail.ts";

/** Milliseconds until a mail that was not sent is tried again; twice as long each time. */
const firstPauseMs = 5 * 60 * 1000;
/** The pauses between them add up to ten and a half hours. */
const maxTries = 8;
/** Mails in one run of the sweep. */
const batchSize = 50;
/** Milliseconds after which a refund is not reported, as where a restored backup did not know it. */
const refundNewsMs = 7 * 24 * 60 * 60 * 1000;

/** Statuses of a refund that Stripe has accepted. */
const accepted = ["succeeded", "pending", "requires_action"];

/**
 * A statement for the transaction that changes an order, after that change: puts the mail about it into the outbox, once an
 * order and kind.
 * @param changed true of the order only if this transaction has changed it
 */
export const putInOutbox = (db: Database, kind: OrderMailKind, changed: SQL | undefined) =>
	insertFrom(
		db,
		orderMails,
		{ orderId: orders.id, kind, nextTryAt: new Date() },
		orders,
		changed,
	).onConflictDoNothing();

/**
 * A statement for the transaction that reads a payment, after its refunds are stored: puts the mail about each that the shop has made
 * into the outbox, once a refund.
 * @param billingEmail what was typed with the card, for where the order is gone
 */
export function putRefundMails(
	db: Database,
	paymentId: string,
	orderId: string,
	billingEmail: string | null,
) {
	const ofOrder = db
		.select({ email: sql`nullif(${orders.email}, '')` })
		.from(orders)
		.where(eq(orders.id, orderId));
	const email = sql<string | null>`coalesce((${ofOrder}), ${billingEmail})`;
	const toReport = and(
		eq(refunds.paymentId, paymentId),
		eq(refunds.ours, true),
		inArray(refunds.status, accepted),
		gt(refunds.createdAt, new Date(Date.now() - refundNewsMs)),
		sql`${email} is not null`,
	);
	return insertFrom(
		db,
		refundMails,
		{ refundId: refunds.id, email, nextTryAt: new Date() },
		refunds,
		toReport,
	).onConflictDoNothing();
}

type Outbox = typeof orderMails | typeof refundMails;

type Queued = {
	outbox: Outbox;
	row: SQL | undefined;
	/** What the log calls it. */
	name: Record<string, string>;
	/** Null if the order has no address any more, because its account was deleted. */
	write(): Promise<Email | null>;
};

/** Unsent, not given up, and its turn has come. */
const isDue = (outbox: Outbox, now: Date) => and(isNull(outbox.sentAt), lte(outbox.nextTryAt, now));

/** Nobody else sends the mail until the pause after this try is over. @returns which try this is, from 1; null when it is not due */
async function claim({ db }: Shop, { outbox, row }: Queued, now: Date): Promise<number | null> {
	const nextTryAt = sql`${now.getTime()} + (${firstPauseMs} << ${outbox.tries})`;
	const [claimed] = await retry(() =>
		db
			.update(outbox)
			.set({ tries: sql`${outbox.tries} + 1`, nextTryAt })
			.where(and(row, isDue(outbox, now)))
			.returning({ tries: outbox.tries }),
	);
	return claimed?.tries ?? null;
}

/** Its turn never comes again. An address is kept no longer than it is needed. @param sentAt null where it is given up */
const close = ({ db }: Shop, { outbox, row }: Queued, sentAt: Date | null) =>
	retry(() =>
		outbox === refundMails
			? db.update(outbox).set({ sentAt, nextTryAt: null, email: null }).where(row)
			: db.update(outbox).set({ sentAt, nextTryAt: null }).where(row),
	);

/**
 * Sends a mail if it is due and not claimed by another Worker. It is sent twice only if the process dies, or the database stays away,
 * between sending it and marking it as sent: better twice than never.
 */
async function send(shop: Shop, mail: Queued, now: Date): Promise<boolean> {
	const tries = await claim(shop, mail, now);
	if (tries === null) return false;
	if (tries > maxTries) {
		await close(shop, mail, null);
		console.error(JSON.stringify({ mail: "given up", ...mail.name, tries: maxTries }));
		return false;
	}
	const written = await mail.write();
	if (!written) {
		await retry(() => shop.db.delete(mail.outbox).where(mail.row));
		return false;
	}
	try {
		await sendEmail(shop.env, written);
	} catch (error) {
		console.error(JSON.stringify({ mail: "not sent", ...mail.name, tries }), forLog(error));
		throw error;
	}
	await close(shop, mail, new Date());
	return true;
}

const queuedOrderMail = (shop: Shop, order: string, kind: OrderMailKind): Queued => ({
	outbox: orderMails,
	row: and(eq(orderMails.orderId, order), eq(orderMails.kind, kind)),
	name: { order, kind },
	async write() {
		const found = await findOrder(shop, order);
		return found?.email ? orderMail(kind, found, shop.origin) : null;
	},
});

/** Sends a mail that was just put into the outbox once the answer is out; what fails waits for the sweep. */
export const sendAfterResponse = (shop: Shop, kind: OrderMailKind, orderId: string): void =>
	shop.waitUntil(() =>
		send(shop, queuedOrderMail(shop, orderId, kind), new Date()).catch((error: unknown) =>
			console.error("order mail", forLog(error)),
		),
	);

/** Never earlier than now, or a mail could be claimed twice. */
const notBefore = (due: Date) => new Date(Math.max(due.getTime(), Date.now()));

/** @param due when the cron was due */
export async function sweepMails(shop: Shop, due: Date): Promise<SweepResult> {
	const now = notBefore(due);
	const rows = await shop.db
		.select({ orderId: orderMails.orderId, kind: orderMails.kind })
		.from(orderMails)
		.where(isDue(orderMails, now))
		.orderBy(asc(orderMails.nextTryAt), asc(orderMails.createdAt))
		.limit(batchSize);
	return sweepEach(rows, ({ orderId, kind }) =>
		send(shop, queuedOrderMail(shop, orderId, kind), now),
	);
}

export async function sweepRefundMails(shop: Shop, due: Date): Promise<SweepResult> {
	const now = notBefore(due);
	const rows = await shop.db
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
		.where(and(isDue(refundMails, now), isNotNull(refundMails.email)))
		.orderBy(asc(refundMails.nextTryAt))
		.limit(batchSize);
	return sweepEach(rows, ({ refundId, ...news }) => {
		const mail: Queued = {
			outbox: refundMails,
			row: eq(refundMails.refundId, refundId),
			name: { refund: refundId },
			write: async () => refundMail(news, shop.origin),
		};
		return send(shop, mail, now);
	});
}
