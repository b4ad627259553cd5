import { and, eq, exists, inArray, isNull, lte, notInArray, or, type SQL, sql } from "drizzle-orm";
import type { AnySQLiteColumn } from "drizzle-orm/sqlite-core";
import { retryBatch } from "#worker/db/retry.ts";
import { disputes, orders, payments, refundRequests, refunds } from "#worker/db/schema.ts";
import type { Intent } from "#worker/services/intents.ts";
import type { Dispute, Refund } from "#worker/services/refunds.ts";
import type { Shop } from "../context.ts";
import { putInOutbox, putRefundMails } from "../mails/outbox.ts";
import { sendAfterResponse } from "../mails/send.ts";
import { moveStatement } from "../orders/transition.ts";
import { write } from "../write.ts";
import { disputesOf, refundsOf, waitingCentsOf } from "./read.ts";
import { dailyChecks } from "./records.ts";

/** Statuses of a dispute (docs.stripe.com/api/disputes/object) after which the shop has the money. An unknown status counts as open. */
const disputesWon = ["won", "warning_closed"];
/** The shop has lost the money. `prevented`: it was refunded before a dispute was opened (Visa Rapid Dispute Resolution). */
const disputesLost = ["lost", "prevented"];

/** Statuses of a refund (docs.stripe.com/api/refunds/object) that can still succeed or fail. */
export const refundsPending = ["pending", "requires_action"];

/** Statuses of a refund after which the shop has the money again (docs.stripe.com/api/refunds/object). */
export const refundsFailed = ["failed", "canceled"];

/** A succeeded payment as read from Stripe at `readAt`. */
export type StripePayment = {
	intent: Intent;
	orderId: string;
	shopId: string;
	refunds: Refund[];
	/** Null if they were not read. */
	disputes: Dispute[] | null;
	readAt: Date;
};

/** An earlier read from Stripe does not overwrite the row of a later one. */
function storeRefundsAndDisputes(
	{ db }: Shop,
	{ intent, shopId: ownShopId, readAt, ...lists }: StripePayment,
) {
	const source = { paymentId: intent.id, readAt };
	return [
		...lists.refunds.map(({ shopId, ...refund }) => {
			const row = { ...refund, ...source, ours: shopId === ownShopId };
			return db
				.insert(refunds)
				.values(row)
				.onConflictDoUpdate({
					target: refunds.id,
					set: row,
					setWhere: lte(refunds.readAt, readAt),
				});
		}),
		...(lists.disputes ?? []).map((dispute) => {
			const row = { ...dispute, ...source };
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

/** Records what became of the refunds that admins asked for. A rejected one is included: another attempt may have succeeded. */
function updateRefundRequests({ db }: Shop, { intent }: StripePayment) {
	const refundOf = (column: AnySQLiteColumn) =>
		sql`(select ${column} from ${refunds} where ${eq(refunds.requestId, refundRequests.id)} limit 1)`;
	return db
		.update(refundRequests)
		.set({
			refundId: refundOf(refunds.id),
			status: sql`case when ${inArray(refundOf(refunds.status), refundsFailed)} then 'failed' else 'sent' end`,
			rejection: null,
			nextTryAt: null,
		})
		.where(
			and(
				eq(refundRequests.paymentId, intent.id),
				exists(
					db
						.select({ id: refunds.id })
						.from(refunds)
						.where(eq(refunds.requestId, refundRequests.id)),
				),
			),
		);
}

function updateAmountsAndHold(
	{ db }: Shop,
	{ intent, disputes: retrievedDisputes }: StripePayment,
) {
	const isOfPayment = eq(refunds.paymentId, intent.id);
	const sumRefunds = (condition: SQL | undefined) =>
		sql`(${db
			.select({ cents: sql<number>`coalesce(sum(${refunds.amountCents}), 0)`.as("cents") })
			.from(refunds)
			.where(and(isOfPayment, condition))})`;
	const succeeded = eq(refunds.status, "succeeded");
	const pending = inArray(refunds.status, refundsPending);
	const refundedCents = sumRefunds(succeeded);
	// The rest of an order can be shipped after a partial refund that an admin made in the shop.
	const isUnexpected = isNull(refunds.requestId);
	const countDisputes = (condition: SQL) =>
		db.$count(disputes, and(eq(disputes.paymentId, intent.id), condition));
	// If the disputes were not read, keeps the hold of a concurrent settlement that could not read them (`holdForDispute`).
	const keepsDisputedHold = retrievedDisputes === null ? eq(payments.hold, "disputed") : sql`false`;
	return db
		.update(payments)
		.set({
			receivedCents: intent.receivedCents,
			refundedCents,
			hold: sql`case
				when ${countDisputes(inArray(disputes.status, disputesLost))} > 0 then 'dispute_lost'
				when ${countDisputes(notInArray(disputes.status, [...disputesWon, ...disputesLost]))} > 0 then 'disputed'
				when ${keepsDisputedHold} then 'disputed'
				when ${refundedCents} >= ${intent.receivedCents} then 'refunded'
				when ${sumRefunds(or(succeeded, pending))} >= ${intent.receivedCents} then 'refund_pending'
				when ${sumRefunds(and(pending, isUnexpected))} > 0 then 'refund_pending'
				when ${sumRefunds(and(succeeded, isUnexpected))} > 0 then 'partly_refunded'
			end`,
		})
		.where(eq(payments.id, intent.id));
}

/** Marks the order as paid if it is unpaid, its total was received, and none of that is refunded or disputed. */
function payOrder({ db }: Shop, { intent, orderId }: StripePayment, paidAt: Date) {
	const payablePayment = db
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
			exists(payablePayment),
		),
	});
}

/** Refunds and disputes are sorted newest first. */
async function readPaymentState({ db }: Shop, { intent, orderId }: StripePayment) {
	const [[payment], [order], refunds, disputes, [waiting]] = await retryBatch(db, [
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
		waitingCentsOf(db, intent.id),
	]);
	if (!payment) throw new Error("The payment that was just written is missing");
	const waitingCents = waiting?.waitingCents ?? 0;
	return { payment, order: order ?? null, refunds, disputes, waitingCents };
}

export type PaymentState = Awaited<ReturnType<typeof readPaymentState>>;

/** Stores a payment, its refunds and disputes. If it matches its unpaid order, pays the order and queues the receipt. Idempotent. */
export async function recordPayment(
	shop: Shop,
	stripePayment: StripePayment,
): Promise<PaymentState> {
	const { db } = shop;
	const { intent, orderId } = stripePayment;
	const now = new Date();
	const isPaidNow = and(
		eq(orders.id, orderId),
		eq(orders.transactionId, intent.id),
		eq(orders.paidAt, now),
	);
	const hasPaidOrder = exists(
		db.select({ id: orders.id }).from(orders).where(eq(orders.transactionId, intent.id)),
	);
	const { amountCents, currency } = intent;
	const paid = await write(shop, {
		statements: [
			...storeRefundsAndDisputes(shop, stripePayment),
			updateRefundRequests(shop, stripePayment),
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
			updateAmountsAndHold(shop, stripePayment),
			payOrder(shop, stripePayment, now),
			db
				.update(payments)
				.set({ status: "paid", problem: null, ...dailyChecks(), updatedAt: now })
				.where(
					and(
						eq(payments.id, intent.id),
						inArray(payments.status, ["open", "cancelled"]),
						hasPaidOrder,
					),
				),
			putInOutbox(db, "receipt", isPaidNow),
			putRefundMails(db, intent.id, orderId, intent.billingEmail),
		],
		findWritten: db.select({ id: orders.id }).from(orders).where(isPaidNow),
	});
	if (paid) sendAfterResponse(shop, "receipt", orderId);
	return readPaymentState(shop, stripePayment);
}
