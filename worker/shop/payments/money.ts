import { and, desc, eq, inArray, isNull, notInArray, type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import { retry } from "#worker/db/retry.ts";
import { disputes, orders, payments, refunds } from "#worker/db/schema.ts";
import type { Dispute } from "#worker/services/disputes.ts";
import type { Intent } from "#worker/services/intents.ts";
import type { Refund } from "#worker/services/refunds.ts";
import type { Shop } from "../context.ts";
import { putInOutbox, putRefundMails } from "../mails/outbox.ts";
import { moveStatement } from "../orders/transition.ts";
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

const excluded = (column: SQLiteColumn) => sql.raw(`excluded."${column.name}"`);

/** Answers of Stripe may arrive here in another order than it gave them: the later one counts. */
async function storeAnswers({ db }: Shop, account: Account): Promise<void> {
	const { intent, shopId, readAt } = account;
	const [first, ...rest] = [
		...account.refunds.map((refund) =>
			db
				.insert(refunds)
				.values({ ...refund, paymentId: intent.id, ours: refund.shopId === shopId, readAt })
				.onConflictDoUpdate({
					target: refunds.id,
					set: {
						amountCents: excluded(refunds.amountCents),
						status: excluded(refunds.status),
						failureReason: excluded(refunds.failureReason),
						readAt: excluded(refunds.readAt),
					},
					setWhere: sql`${excluded(refunds.readAt)} >= ${refunds.readAt}`,
				}),
		),
		...account.disputes.map((dispute) =>
			db
				.insert(disputes)
				.values({ ...dispute, paymentId: intent.id, readAt })
				.onConflictDoUpdate({
					target: disputes.id,
					set: {
						amountCents: excluded(disputes.amountCents),
						reason: excluded(disputes.reason),
						status: excluded(disputes.status),
						dueBy: excluded(disputes.dueBy),
						readAt: excluded(disputes.readAt),
					},
					setWhere: sql`${excluded(disputes.readAt)} >= ${disputes.readAt}`,
				}),
		),
	];
	if (first) await retry(() => db.batch([first, ...rest]));
}

/** Sums and hold of a payment, from the rows of its refunds and disputes. */
function countMoney({ db }: Shop, { intent }: Account) {
	const ofPayment = eq(refunds.paymentId, intent.id);
	const returned = db
		.select({ cents: sql<number>`coalesce(sum(${refunds.amountCents}), 0)`.as("cents") })
		.from(refunds)
		.where(and(ofPayment, eq(refunds.status, "succeeded")));
	const hasRefund = (which: SQL | undefined) =>
		sql`exists ${db.select({ id: refunds.id }).from(refunds).where(and(ofPayment, which))}`;
	const hasDispute = (which: SQL | undefined) =>
		sql`exists ${db
			.select({ id: disputes.id })
			.from(disputes)
			.where(and(eq(disputes.paymentId, intent.id), which))}`;
	return db
		.update(payments)
		.set({
			receivedCents: intent.receivedCents,
			refundedCents: sql`(${returned})`,
			hold: sql`case
				when ${hasDispute(inArray(disputes.status, disputesLost))} then 'dispute_lost'
				when ${hasDispute(notInArray(disputes.status, [...disputesWon, ...disputesLost]))} then 'disputed'
				when (${returned}) >= ${intent.receivedCents} then 'refunded'
				when ${hasRefund(inArray(refunds.status, refundsPending))} then 'refund_pending'
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
			sql`exists ${payable}`,
		),
	});
}

/**
 * Writes down what Stripe has said of a payment that succeeded, and makes its order paid where it fits, with the receipt put
 * into the outbox: in one transaction, once the refunds and disputes are there. A second time changes nothing.
 * @returns the payment as it stands now, its refunds and disputes newest first, its order, and the receipt that was put there
 */
export async function recordMoney(shop: Shop, account: Account) {
	const { db } = shop;
	const { intent, orderId } = account;
	await storeAnswers(shop, account);
	const now = new Date();
	const write = () =>
		db.batch([
			db
				.insert(payments)
				.values({
					id: intent.id,
					orderId,
					amountCents: intent.amountCents,
					currency: intent.currency,
					nextCheckAt: now,
					updatedAt: now,
				})
				.onConflictDoUpdate({
					target: payments.id,
					set: {
						amountCents: intent.amountCents,
						currency: intent.currency,
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
						sql`exists ${db.select({ id: orders.id }).from(orders).where(eq(orders.transactionId, intent.id))}`,
					),
				),
			putInOutbox(
				db,
				"receipt",
				and(eq(orders.id, orderId), eq(orders.transactionId, intent.id), eq(orders.paidAt, now)),
			),
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
			db
				.select()
				.from(refunds)
				.where(eq(refunds.paymentId, intent.id))
				.orderBy(desc(refunds.createdAt)),
			db
				.select()
				.from(disputes)
				.where(eq(disputes.paymentId, intent.id))
				.orderBy(desc(disputes.createdAt)),
			putRefundMails(db, intent.id, orderId, intent.billingEmail),
		]);
	const [, , , , receipt, [payment], [order], refundRows, disputeRows] = await retry(write);
	if (!payment) throw new Error("A payment that was just written is not there");
	return {
		payment,
		order: order ?? null,
		refunds: refundRows,
		disputes: disputeRows,
		hasReceipt: receipt.length > 0,
	};
}

export type Money = Awaited<ReturnType<typeof recordMoney>>;
