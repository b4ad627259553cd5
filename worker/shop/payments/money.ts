import { and, eq, exists, inArray, isNull, lte, notInArray, type SQL, sql } from "drizzle-orm";
import { retry } from "#worker/db/retry.ts";
import { disputes, orders, payments, refunds } from "#worker/db/schema.ts";
import type { Intent } from "#worker/services/intents.ts";
import type { Dispute, Refund } from "#worker/services/refunds.ts";
import type { Shop } from "../context.ts";
import { putInOutbox, putRefundMails, sendAfterResponse } from "../mails/outbox.ts";
import { moveStatement } from "../orders/transition.ts";
import { write } from "../write.ts";
import { disputesOf, refundsOf } from "./read.ts";
import { dailyChecks } from "./records.ts";

/** Statuses of a dispute (docs.stripe.com/api/disputes/object): the money stayed, or came back. Every unknown one is open. */
const disputesWon = ["won", "warning_closed"];
/** The money is gone. `prevented`: it was given back before there was a dispute (Visa's Rapid Dispute Resolution). */
const disputesLost = ["lost", "prevented"];

/** Statuses of a refund (docs.stripe.com/api/refunds/object) whose end is not known. */
const refundsPending = ["pending", "requires_action"];

/** What Stripe said of an intent that has succeeded; `readAt`: when it was asked. */
export type Account = {
	intent: Intent;
	orderId: string;
	shopId: string;
	refunds: Refund[];
	disputes: Dispute[];
	readAt: Date;
};

/** Answers of Stripe may arrive here in another order than it gave them: the later one counts. */
function storeAnswers({ db }: Shop, { intent, shopId: own, readAt, ...answers }: Account) {
	const read = { paymentId: intent.id, readAt };
	return [
		...answers.refunds.map(({ shopId, ...refund }) => {
			const row = { ...refund, ...read, ours: shopId === own };
			return db
				.insert(refunds)
				.values(row)
				.onConflictDoUpdate({
					target: refunds.id,
					set: row,
					setWhere: lte(refunds.readAt, readAt),
				});
		}),
		...answers.disputes.map((dispute) => {
			const row = { ...dispute, ...read };
			return db
				.insert(disputes)
				.values(row)
				.onConflictDoUpdate({
					target: disputes.id,
					set: row,
					setWhere: lte(disputes.readAt, readAt),
				});
		}),
	];
}

/** Sums and hold of a payment, from the rows of its refunds and disputes. */
function countMoney({ db }: Shop, { intent }: Account) {
	const ofPayment = eq(refunds.paymentId, intent.id);
	const returned = db
		.select({ cents: sql<number>`coalesce(sum(${refunds.amountCents}), 0)`.as("cents") })
		.from(refunds)
		.where(and(ofPayment, eq(refunds.status, "succeeded")));
	const isPending = exists(
		db
			.select({ id: refunds.id })
			.from(refunds)
			.where(and(ofPayment, inArray(refunds.status, refundsPending))),
	);
	const hasDispute = (which: SQL) =>
		exists(
			db
				.select({ id: disputes.id })
				.from(disputes)
				.where(and(eq(disputes.paymentId, intent.id), which)),
		);
	return db
		.update(payments)
		.set({
			receivedCents: intent.receivedCents,
			refundedCents: sql`(${returned})`,
			hold: sql`case
				when ${hasDispute(inArray(disputes.status, disputesLost))} then 'dispute_lost'
				when ${hasDispute(notInArray(disputes.status, [...disputesWon, ...disputesLost]))} then 'disputed'
				when (${returned}) >= ${intent.receivedCents} then 'refunded'
				when ${isPending} then 'refund_pending'
				when (${returned}) > 0 then 'partly_refunded'
			end`,
		})
		.where(eq(payments.id, intent.id));
}

/** Makes the order paid if it is unpaid and costs what was received, and nothing of that went back or may have to. */
function payOrder({ db }: Shop, { intent, orderId }: Account, paidAt: Date) {
	const payable = db
		.select({ id: payments.id })
		.from(payments)
		.where(
			and(
				eq(payments.id, intent.id),
				inArray(payments.status, ["open", "cancelled"]),
				isNull(payments.hold),
				eq(payments.currency, "usd"),
				eq(payments.receivedCents, payments.amountCents),
			),
		);
	return moveStatement(db, "pay", orderId, {
		at: paidAt,
		set: { transactionId: intent.id },
		where: and(
			sql`${orders.toolPriceCents} * ${orders.quantity} = ${intent.receivedCents}`,
			exists(payable),
		),
	});
}

/** A payment as it stands, its refunds and disputes newest first, and its order; read as of one moment. */
async function readMoney({ db }: Shop, { intent, orderId }: Account) {
	const [[payment], [order], refunds, disputes] = await retry(() =>
		db.batch([
			db.select().from(payments).where(eq(payments.id, intent.id)),
			db
				.select({
					state: orders.state,
					paidAt: orders.paidAt,
					shippedAt: orders.shippedAt,
					transactionId: orders.transactionId,
					totalCents: sql<number>`${orders.toolPriceCents} * ${orders.quantity}`.as("total_cents"),
				})
				.from(orders)
				.where(eq(orders.id, orderId)),
			refundsOf(db, intent.id),
			disputesOf(db, intent.id),
		]),
	);
	if (!payment) throw new Error("A payment that was just written is not there");
	return { payment, order: order ?? null, refunds, disputes };
}

export type Money = Awaited<ReturnType<typeof readMoney>>;

/**
 * Writes down what Stripe has said of a payment that succeeded, and makes its order paid where it fits, with the receipt put
 * into the outbox. A second time changes nothing.
 * @returns what is recorded then
 */
export async function recordMoney(shop: Shop, account: Account): Promise<Money> {
	const { db } = shop;
	const { intent, orderId } = account;
	const now = new Date();
	const isPaidNow = and(
		eq(orders.id, orderId),
		eq(orders.transactionId, intent.id),
		eq(orders.paidAt, now),
	);
	const isPaidByIt = exists(
		db.select({ id: orders.id }).from(orders).where(eq(orders.transactionId, intent.id)),
	);
	const { amountCents, currency } = intent;
	const paid = await write(shop, {
		statements: [
			...storeAnswers(shop, account),
			db
				.insert(payments)
				.values({ id: intent.id, orderId, amountCents, currency, nextCheckAt: now, updatedAt: now })
				.onConflictDoUpdate({
					target: payments.id,
					set: {
						amountCents,
						currency,
						nextCheckAt: sql`case ${payments.status}
							when 'cancelled' then coalesce(${payments.nextCheckAt}, ${now.getTime()})
							else ${payments.nextCheckAt} end`,
					},
				}),
			countMoney(shop, account),
			payOrder(shop, account, now),
			db
				.update(payments)
				.set({ status: "paid", problem: null, ...dailyChecks(), updatedAt: now })
				.where(
					and(
						eq(payments.id, intent.id),
						inArray(payments.status, ["open", "cancelled"]),
						isPaidByIt,
					),
				),
			putInOutbox(db, "receipt", isPaidNow),
			putRefundMails(db, intent.id, orderId, intent.billingEmail),
		],
		confirmation: db.select({ id: orders.id }).from(orders).where(isPaidNow),
	});
	if (paid) sendAfterResponse(shop, "receipt", orderId);
	return readMoney(shop, account);
}
