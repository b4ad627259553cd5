import { desc, eq } from "drizzle-orm";
import { can } from "#contract/roles.ts";
import { disputes, payments, refunds } from "#worker/db/schema.ts";
import type { Shop } from "../context.ts";
import type { Order } from "../orders/read.ts";

/**
 * What became of the money of an order, for anyone who may see the order; its refunds and disputes for admins alone.
 * @returns cents; null while it is unpaid
 */
export async function getPaymentOf({ db, account }: Shop, { transactionId }: Order) {
	if (!transactionId) return null;
	const [[payment], refundRows, disputeRows] = await db.batch([
		db
			.select({ hold: payments.hold, refundedCents: payments.refundedCents })
			.from(payments)
			.where(eq(payments.id, transactionId)),
		db
			.select()
			.from(refunds)
			.where(eq(refunds.paymentId, transactionId))
			.orderBy(desc(refunds.createdAt)),
		db
			.select()
			.from(disputes)
			.where(eq(disputes.paymentId, transactionId))
			.orderBy(desc(disputes.createdAt)),
	]);
	if (!payment) return null;
	const isShown = account !== null && can(account, "payments:read");
	return { ...payment, refunds: isShown ? refundRows : [], disputes: isShown ? disputeRows : [] };
}

export type OrderPayment = Awaited<ReturnType<typeof getPaymentOf>>;
