import { and, desc, eq, isNotNull, isNull, type SQL } from "drizzle-orm";
import { tableSize } from "#contract/limits.ts";
import { can } from "#contract/roles.ts";
import { requireCapability } from "#worker/auth/authorize.ts";
import type { Database } from "#worker/db/client.ts";
import { retry } from "#worker/db/retry.ts";
import { disputes, payments, refunds } from "#worker/db/schema.ts";
import type { Shop } from "../context.ts";
import type { Order } from "../orders/read.ts";
import { statusIs } from "./records.ts";

export const refundsOf = (db: Database, paymentId: string) =>
	db
		.select()
		.from(refunds)
		.where(eq(refunds.paymentId, paymentId))
		.orderBy(desc(refunds.createdAt));

export const disputesOf = (db: Database, paymentId: string) =>
	db
		.select()
		.from(disputes)
		.where(eq(disputes.paymentId, paymentId))
		.orderBy(desc(disputes.createdAt));

/**
 * What became of the money of an order, for anyone who may see the order; its refunds and disputes for admins alone.
 * @returns cents; null while it is unpaid
 */
export async function getPaymentOf({ db, account }: Shop, { transactionId }: Order) {
	if (!transactionId) return null;
	const [[payment], refundRows, disputeRows] = await retry(() =>
		db.batch([
			db
				.select({ hold: payments.hold, refundedCents: payments.refundedCents })
				.from(payments)
				.where(eq(payments.id, transactionId)),
			refundsOf(db, transactionId),
			disputesOf(db, transactionId),
		]),
	);
	if (!payment) return null;
	const isShown = account !== null && can(account, "payments:read");
	return { ...payment, refunds: isShown ? refundRows : [], disputes: isShown ? disputeRows : [] };
}

export type OrderPayment = Awaited<ReturnType<typeof getPaymentOf>>;

const columns = {
	id: payments.id,
	orderId: payments.orderId,
	amountCents: payments.amountCents,
	currency: payments.currency,
	hold: payments.hold,
	refundId: payments.refundId,
	problem: payments.problem,
};

/**
 * Payments that want a look: those that could not be closed yet or wait for an admin; those of paid orders that were refunded
 * or disputed at Stripe; and those that came for an order that was gone, paid or of another amount, and were given back
 * (architecture.md "Payment"). The latest of each, newest first; amount in the smallest unit of the currency.
 */
export async function getPaymentProblems(shop: Shop) {
	requireCapability(shop, "payments:read");
	const { db } = shop;
	const newest = (which: SQL | undefined) =>
		db
			.select(columns)
			.from(payments)
			.where(which)
			.orderBy(desc(payments.updatedAt))
			.limit(tableSize);
	const hasProblem = isNotNull(payments.problem);
	const [open, held, refunded] = await retry(() =>
		db.batch([
			newest(and(hasProblem, isNull(payments.refundId))),
			newest(and(isNotNull(payments.hold), statusIs("paid"))),
			newest(and(hasProblem, eq(payments.status, "refunded"))),
		]),
	);
	return { open, held, refunded };
}

type PaymentProblems = Awaited<ReturnType<typeof getPaymentProblems>>;
export type PaymentProblem = PaymentProblems["open"][number];
