import { and, eq, exists, inArray, isNull, lte, notExists, or, sql } from "drizzle-orm";
import type { AnySQLiteColumn } from "drizzle-orm/sqlite-core";
import { insertSelect } from "#worker/db/insert-select.ts";
import { retryBatch } from "#worker/db/retry.ts";
import {
	disputes,
	orders,
	paymentOrders,
	payments,
	refundRequests,
	refunds,
} from "#worker/db/schema.ts";
import type { Intent } from "#worker/services/intents.ts";
import type { Dispute, Refund } from "#worker/services/refunds.ts";
import type { ShopContext } from "../context.ts";
import { queueOrderEmail, queueRefundEmails } from "../emails/queue-emails.ts";
import { sendOrderEmailAfterResponse } from "../emails/send-order-emails.ts";
import { updateOrderState } from "../orders/transition.ts";
import { write } from "../write.ts";
import { cancelRefundedOrders, isRefundedOnlyInStripe, updateAmountsAndHold } from "./hold.ts";
import { isPayable, orderTotalCents } from "./payable.ts";
import { getDailyCheckValues, selectDisputes, selectRefunds } from "./payment-rows.ts";
import { failedRefundStatuses } from "./stripe-statuses.ts";
import { insertUnusedShareRequests } from "./unused-shares.ts";

/** A succeeded payment as read from Stripe at `readAt`. */
export type StripePayment = {
	intent: Intent;
	/** The payment's first order. */
	orderId: string;
	shopId: string;
	refunds: Refund[];
	/** Null if the disputes were not read. */
	disputes: Dispute[] | null;
	readAt: Date;
};

/** Returns the statements that store refunds and disputes. They do not overwrite rows that were read from Stripe after `readAt`. */
function storeRefundsAndDisputes(
	{ db }: ShopContext,
	{ intent, shopId: ownShopId, readAt, ...stripePayment }: StripePayment,
) {
	const readColumns = { paymentId: intent.id, readAt };
	return [
		...stripePayment.refunds.map(({ shopId, ...refund }) => {
			const row = { ...refund, ...readColumns, createdByShop: shopId === ownShopId };
			return db
				.insert(refunds)
				.values(row)
				.onConflictDoUpdate({
					target: refunds.id,
					set: row,
					setWhere: lte(refunds.readAt, readAt),
				});
		}),
		...(stripePayment.disputes ?? []).map((dispute) => {
			const row = { ...dispute, ...readColumns };
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

/** Records the outcome of refund requests, even of rejected ones, because another attempt may have succeeded. */
function updateRefundRequests({ db }: ShopContext, { intent }: StripePayment) {
	const selectRefundValue = (column: AnySQLiteColumn) =>
		sql`(select ${column} from ${refunds} where ${eq(refunds.requestId, refundRequests.id)} limit 1)`;
	return db
		.update(refundRequests)
		.set({
			refundId: selectRefundValue(refunds.id),
			status: sql`case when ${inArray(selectRefundValue(refunds.status), failedRefundStatuses)} then 'failed' else 'sent' end`,
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

/**
 * Returns the statement for a payment that is missing because the database was restored from an older backup. It records that the payment
 * is for the unpaid orders of its checkout, but only if their total matches. For a single order, the trigger `payment_orders_only` does this.
 */
function addOrdersOfCheckout({ db }: ShopContext, { intent, orderId }: StripePayment) {
	const { id: paymentId, checkoutId, amountCents } = intent;
	if (checkoutId === null) return [];
	const row = { paymentId, orderId: orders.id, amountCents: orderTotalCents };
	const isOfCheckout = isPayable({ orderId, checkoutId });
	const isPaymentMissing = notExists(
		db.select({ id: payments.id }).from(payments).where(eq(payments.id, paymentId)),
	);
	const cents = db.select({ cents: sql`sum(${orderTotalCents})`.as("cents") }).from(orders);
	const where = and(
		isOfCheckout,
		isPaymentMissing,
		sql`(${cents.where(isOfCheckout)}) = ${amountCents}`,
	);
	return [insertSelect(db, paymentOrders, row, orders, where).onConflictDoNothing()];
}

/**
 * Marks the payment's unpaid orders as paid if its total was received and no part of it is refunded or lost in a dispute. An open dispute only
 * holds them: their customers must not pay again.
 */
function payOrders({ db }: ShopContext, { intent, disputes }: StripePayment, paidAt: Date) {
	const isShare = eq(paymentOrders.paymentId, intent.id);
	const shares = db
		.select({ cents: sql`sum(${paymentOrders.amountCents})`.as("cents") })
		.from(paymentOrders)
		.where(isShare);
	const payablePayment = db
		.select({ id: payments.id })
		.from(payments)
		.where(
			and(
				eq(payments.id, intent.id),
				inArray(payments.status, ["open", "cancelled"]),
				or(
					isNull(payments.hold),
					disputes
						? and(eq(payments.hold, "disputed"), notExists(selectRefunds(db, intent.id)))
						: undefined,
				),
				eq(payments.currency, "usd"),
				eq(payments.receivedCents, payments.amountCents),
				sql`${payments.receivedCents} = (${shares})`,
			),
		);
	const orderIds = db
		.select({ id: paymentOrders.orderId })
		.from(paymentOrders)
		.where(and(isShare, sql`${orderTotalCents} = ${paymentOrders.amountCents}`));
	return updateOrderState(db, "pay", inArray(orders.id, orderIds), {
		at: paidAt,
		set: { transactionId: intent.id },
		where: exists(payablePayment),
	});
}

/** Refunds and disputes are sorted newest first. The `state` of an order that does not exist is null. */
export async function readPaymentState({ db }: ShopContext, paymentId: string) {
	const [[payment], ordersOfPayment, refunds, disputes, requests] = await retryBatch(db, [
		db.select().from(payments).where(eq(payments.id, paymentId)),
		db
			.select({
				id: paymentOrders.orderId,
				shareCents: paymentOrders.amountCents,
				state: orders.state,
				transactionId: orders.transactionId,
				totalCents: sql<number | null>`${orderTotalCents}`.as("total_cents"),
			})
			.from(paymentOrders)
			.leftJoin(orders, eq(orders.id, paymentOrders.orderId))
			.where(eq(paymentOrders.paymentId, paymentId)),
		selectRefunds(db, paymentId),
		selectDisputes(db, paymentId),
		db.select().from(refundRequests).where(eq(refundRequests.paymentId, paymentId)),
	]);
	if (!payment) throw new Error("The payment that was just written is missing");
	return { payment, orders: ordersOfPayment, refunds, disputes, requests };
}

export type PaymentState = Awaited<ReturnType<typeof readPaymentState>>;

/**
 * Stores a payment with its refunds and disputes. If the amount matches, marks the unpaid orders as paid, queues their receipts, and
 * requests refunds of the other orders' shares. Idempotent.
 */
export async function recordPayment(
	shop: ShopContext,
	stripePayment: StripePayment,
): Promise<PaymentState> {
	const { db } = shop;
	const { intent, orderId } = stripePayment;
	const now = new Date();
	const isPaidNow = and(eq(orders.transactionId, intent.id), eq(orders.paidAt, now));
	const hasPaidOrder = exists(
		db.select({ id: orders.id }).from(orders).where(eq(orders.transactionId, intent.id)),
	);
	const { amountCents, currency } = intent;
	const paidOrder = await write(shop, {
		statements: [
			...storeRefundsAndDisputes(shop, stripePayment),
			updateRefundRequests(shop, stripePayment),
			...addOrdersOfCheckout(shop, stripePayment),
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
			payOrders(shop, stripePayment, now),
			insertUnusedShareRequests(shop, intent.id, isPaidNow, now),
			db
				.update(payments)
				.set({ status: "paid", problem: null, ...getDailyCheckValues(), updatedAt: now })
				.where(
					and(
						eq(payments.id, intent.id),
						inArray(payments.status, ["open", "cancelled"]),
						hasPaidOrder,
					),
				),
			cancelRefundedOrders(db, intent.id, now),
			queueOrderEmail(db, "receipt", isPaidNow),
			queueOrderEmail(db, "refunded", isRefundedOnlyInStripe(db, intent.id, now)),
			queueRefundEmails(db, intent.id, orderId, intent.billingEmail),
		],
		confirmWrite: db.select({ id: orders.id }).from(orders).where(isPaidNow),
	});
	if (paidOrder) sendOrderEmailAfterResponse(shop, "receipt", paidOrder.id);
	return readPaymentState(shop, intent.id);
}
