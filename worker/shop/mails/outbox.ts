import { and, asc, eq, gt, inArray, isNotNull, isNull, lte, type SQL, sql } from "drizzle-orm";
import type { MailFailure, OrderMailKind } from "#contract/order-mails.ts";
import { refundsAccepted } from "#contract/refunds.ts";
import type { Database } from "#worker/db/client.ts";
import { forLog } from "#worker/db/failures.ts";
import { insertFrom } from "#worker/db/insert-from.ts";
import { retry } from "#worker/db/retry.ts";
import { orderMails, orders, payments, refundMails, refunds, users } from "#worker/db/schema.ts";
import { type Email, sendEmail, UndeliverableError } from "#worker/services/mail.ts";
import type { Shop } from "../context.ts";
import { logFailure } from "../errors.ts";
import { orderColumns } from "../orders/read.ts";
import { type SweepResult, sweepEach } from "../sweep-each.ts";
import { shouldSend, writeOrderEmail, writeRefundEmail } from "./order-mail.ts";

/** Time before an email is sent again; doubles with each attempt. */
const firstPauseMs = 5 * 60 * 1000;
/** The attempts take ten and a half hours in total. */
const maxTries = 8;
const batchSize = 50;
/** No email is sent about an older refund: a restored backup may not know that one was sent already. */
const maxRefundAgeMs = 7 * 24 * 60 * 60 * 1000;

/** The statement must run after the change, in its transaction. @param isChanged selects the order if this transaction changed it */
export function putInOutbox(db: Database, kind: OrderMailKind, isChanged: SQL | undefined) {
	const row = { orderId: orders.id, kind, nextTryAt: new Date() };
	return insertFrom(db, orderMails, row, orders, isChanged).onConflictDoNothing();
}

/** As `putInOutbox`, for an email that is sent again with each change. */
export const putInOutboxAgain = (db: Database, kind: OrderMailKind, isChanged: SQL | undefined) => {
	const again = { nextTryAt: new Date(), tries: 0, sentAt: null, failure: null };
	return insertFrom(
		db,
		orderMails,
		{ orderId: orders.id, kind, ...again },
		orders,
		isChanged,
	).onConflictDoUpdate({ target: [orderMails.orderId, orderMails.kind], set: again });
};

/** The statement must run after the refunds are stored, in the same transaction. @param billingEmail for a deleted order */
export function putRefundMails(
	db: Database,
	paymentId: string,
	orderId: string,
	billingEmail: string | null,
) {
	const orderEmail = db
		.select({ email: sql`nullif(${orders.email}, '')` })
		.from(orders)
		.where(eq(orders.id, orderId));
	const email = sql<string | null>`coalesce((${orderEmail}), ${billingEmail})`;
	const shouldReport = and(
		eq(refunds.paymentId, paymentId),
		eq(refunds.ours, true),
		inArray(refunds.status, refundsAccepted),
		gt(refunds.createdAt, new Date(Date.now() - maxRefundAgeMs)),
		sql`${email} is not null`,
	);
	const row = { refundId: refunds.id, email, nextTryAt: new Date() };
	return insertFrom(db, refundMails, row, refunds, shouldReport).onConflictDoNothing();
}

type Outbox = typeof orderMails | typeof refundMails;

type QueuedEmail = {
	outbox: Outbox;
	/** Selects the email's row in the outbox. */
	where: SQL | undefined;
	logKey: Record<string, string>;
	/** Returns null if the email must not be sent any more (`shouldSend`). */
	write(): Promise<Email | null>;
};

const isDue = (outbox: Outbox, now: Date) => and(isNull(outbox.sentAt), lte(outbox.nextTryAt, now));

/**
 * Reserves the email for this Worker until the next attempt. Returns the number of this attempt, or undefined if none is due.
 * `nextTryAt` identifies the attempt: it changes if the email is queued again meanwhile, which must not be recorded as sent.
 */
async function claim({ db }: Shop, { outbox, where }: QueuedEmail, now: Date) {
	const nextTryAt = sql`${now.getTime()} + (${firstPauseMs} << ${outbox.tries})`;
	const [claimed] = await retry(() =>
		db
			.update(outbox)
			.set({ tries: sql`${outbox.tries} + 1`, nextTryAt })
			.where(and(where, isDue(outbox, now)))
			.returning({ tries: outbox.tries, nextTryAt: outbox.nextTryAt }),
	);
	return claimed;
}

type Outcome = { sentAt: Date } | { failure: MailFailure };

/** Ends the attempts to send an email, and deletes its address. */
const stopSending = ({ db }: Shop, { outbox, where }: QueuedEmail, outcome: Outcome) =>
	retry(() =>
		outbox === refundMails
			? db
					.update(outbox)
					.set({ ...outcome, nextTryAt: null, email: null })
					.where(where)
			: db
					.update(outbox)
					.set({ ...outcome, nextTryAt: null })
					.where(where),
	);

async function giveUp(shop: Shop, email: QueuedEmail, tries: number, failure: MailFailure) {
	await stopSending(shop, email, { failure });
	console.error(JSON.stringify({ mail: "given up", ...email.logKey, tries, failure }));
	return false;
}

/** If the Worker or the database fails after an email was sent, it is sent again: better than not at all. */
async function send(shop: Shop, queued: QueuedEmail, now: Date): Promise<boolean> {
	const claimed = await claim(shop, queued, now);
	if (!claimed?.nextTryAt) return false;
	const { tries, nextTryAt } = claimed;
	const email = { ...queued, where: and(queued.where, eq(queued.outbox.nextTryAt, nextTryAt)) };
	if (tries > maxTries) return giveUp(shop, email, maxTries, "given_up");
	const content = await email.write();
	if (!content) {
		await retry(() => shop.db.delete(email.outbox).where(email.where));
		return false;
	}
	try {
		await sendEmail(shop.env, content);
	} catch (error) {
		if (error instanceof UndeliverableError) return giveUp(shop, email, tries, error.failure);
		console.error(JSON.stringify({ mail: "not sent", ...email.logKey, tries }), forLog(error));
		throw error;
	}
	await stopSending(shop, email, { sentAt: new Date() });
	return true;
}

const findOrderToEmail = ({ db }: Shop, id: string) =>
	db
		.select({
			order: orderColumns,
			isVerified: sql`${users.emailVerifiedAt} is not null`.mapWith(Boolean),
		})
		.from(orders)
		.leftJoin(users, eq(users.id, orders.userId))
		.where(eq(orders.id, id))
		.get();

const createQueuedOrderEmail = (shop: Shop, order: string, kind: OrderMailKind): QueuedEmail => ({
	outbox: orderMails,
	where: and(eq(orderMails.orderId, order), eq(orderMails.kind, kind)),
	logKey: { order, kind },
	async write() {
		const found = await findOrderToEmail(shop, order);
		if (!found || !shouldSend(kind, found.order, { ...found, now: new Date() })) return null;
		return writeOrderEmail(kind, found.order, shop.origin);
	},
});

/** If the email cannot be sent, the sweep sends it later. */
export const sendAfterResponse = (shop: Shop, kind: OrderMailKind, orderId: string): void =>
	shop.waitUntil(() =>
		send(shop, createQueuedOrderEmail(shop, orderId, kind), new Date()).catch(
			logFailure("order mail"),
		),
	);

/** Returns a time that is not in the past: otherwise an email could be claimed twice. */
const nowOrLater = (scheduledAt: Date) => new Date(Math.max(scheduledAt.getTime(), Date.now()));

export async function sweepMails(shop: Shop, scheduledAt: Date): Promise<SweepResult> {
	const now = nowOrLater(scheduledAt);
	const rows = await shop.db
		.select({ orderId: orderMails.orderId, kind: orderMails.kind })
		.from(orderMails)
		.where(isDue(orderMails, now))
		.orderBy(asc(orderMails.nextTryAt), asc(orderMails.createdAt))
		.limit(batchSize);
	return sweepEach(rows, ({ orderId, kind }) =>
		send(shop, createQueuedOrderEmail(shop, orderId, kind), now),
	);
}

export async function sweepRefundMails(shop: Shop, scheduledAt: Date): Promise<SweepResult> {
	const now = nowOrLater(scheduledAt);
	const rows = await shop.db
		.select({
			refundId: refundMails.refundId,
			to: sql<string>`${refundMails.email}`,
			orderId: payments.orderId,
			paymentId: payments.id,
			toolName: orders.toolName,
			amountCents: refunds.amountCents,
			currency: payments.currency,
			kind: sql<"automatic" | "canceled" | "ordered">`case
				when ${refunds.requestId} is null then 'automatic'
				when ${orders.state} = 'refunded' then 'canceled' else 'ordered' end`,
		})
		.from(refundMails)
		.innerJoin(refunds, eq(refunds.id, refundMails.refundId))
		.innerJoin(payments, eq(payments.id, refunds.paymentId))
		.leftJoin(orders, eq(orders.id, payments.orderId))
		.where(and(isDue(refundMails, now), isNotNull(refundMails.email)))
		.orderBy(asc(refundMails.nextTryAt))
		.limit(batchSize);
	return sweepEach(rows, ({ refundId, ...refund }) => {
		const email: QueuedEmail = {
			outbox: refundMails,
			where: eq(refundMails.refundId, refundId),
			logKey: { refund: refundId },
			write: async () => writeRefundEmail(refund, shop.origin),
		};
		return send(shop, email, now);
	});
}
