import { and, asc, eq, isNotNull, sql } from "drizzle-orm";
import { orders, payments, refundMails, refundRequests, refunds } from "#worker/db/schema.ts";
import type { Shop } from "../context.ts";
import type { SweepResult } from "../sweep-each.ts";
import { isDue, mailsPerSweep, type QueuedEmail, sweepOutbox } from "./attempt.ts";
import { writeRefundEmail } from "./refund-mail.ts";

async function findDue({ db }: Shop, now: Date) {
	const orderId = sql`coalesce(${refundRequests.orderId}, ${payments.orderId})`;
	return db
		.select({
			refundId: refundMails.refundId,
			to: sql<string>`${refundMails.email}`,
			orderId: sql<string>`${orderId}`.as("order_id"),
			paymentId: payments.id,
			toolName: orders.toolName,
			amountCents: refunds.amountCents,
			currency: payments.currency,
			kind: sql<"automatic" | "canceled" | "ordered">`case
				when ${refunds.requestId} is null or ${refundRequests.reason} = 'unused' then 'automatic'
				when ${orders.state} = 'refunded' then 'canceled' else 'ordered' end`,
		})
		.from(refundMails)
		.innerJoin(refunds, eq(refunds.id, refundMails.refundId))
		.innerJoin(payments, eq(payments.id, refunds.paymentId))
		.leftJoin(refundRequests, eq(refundRequests.id, refunds.requestId))
		.leftJoin(orders, eq(orders.id, orderId))
		.where(and(isDue(refundMails, now), isNotNull(refundMails.email)))
		.orderBy(asc(refundMails.nextTryAt))
		.limit(mailsPerSweep);
}

type DueRefund = Awaited<ReturnType<typeof findDue>>[number];

const createQueuedEmail = (shop: Shop, { refundId, ...refund }: DueRefund): QueuedEmail => ({
	outbox: refundMails,
	key: refundMails.refundId,
	where: eq(refundMails.refundId, refundId),
	describe: () => ({ refund: refundId }),
	// It is never outdated. The address is deleted.
	end: (rows, outcome) =>
		shop.db
			.update(refundMails)
			.set({ ...(outcome !== "outdated" && outcome), nextTryAt: null, email: null })
			.where(rows),
	write: async (keys) => ({ email: writeRefundEmail(refund, shop.origin), keys }),
});

export const sweepRefundMails = (shop: Shop, scheduledAt: Date): Promise<SweepResult> =>
	sweepOutbox(
		shop,
		scheduledAt,
		(now) => findDue(shop, now),
		(refund) => createQueuedEmail(shop, refund),
	);
