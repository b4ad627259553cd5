import { and, asc, eq, isNotNull, sql } from "drizzle-orm";
import * as v from "valibot";
import { createJsonParser } from "#worker/db/json.ts";
import {
	orders,
	paymentOrders,
	payments,
	refundEmails,
	refundRequests,
	refunds,
} from "#worker/db/schema.ts";
import type { ShopContext } from "../context.ts";
import { failedRefundStatuses } from "../payments/stripe-statuses.ts";
import { createEmailSweep, emailsPerSweep, isDue, type QueuedEmail } from "./send-queued-email.ts";
import { writeRefundEmail } from "./write-refund-email.ts";

const parseOrders = createJsonParser(
	v.array(v.object({ id: v.string(), toolName: v.nullable(v.string()) })),
);

async function findDue({ db }: ShopContext, now: Date) {
	const orderId = sql`coalesce(${refundRequests.orderId}, ${payments.orderId})`;
	const paymentOrdersJson = sql`(select json_group_array(json_object('id', share.order_id, 'toolName', paid_order.tool_name))
		from ${paymentOrders} as share left join ${orders} as paid_order on paid_order.id = share.order_id where share.payment_id = ${payments.id})`;
	return db
		.select({
			refundId: refundEmails.refundId,
			to: sql<string>`${refundEmails.email}`,
			orders: sql<string>`iif(${refundRequests.id} is null, ${paymentOrdersJson},
				json_array(json_object('id', ${refundRequests.orderId}, 'toolName', ${orders.toolName})))`
				.mapWith(parseOrders)
				.as("orders"),
			paymentId: payments.id,
			amountCents: refunds.amountCents,
			currency: payments.currency,
			status: refunds.status,
			hasAccount: sql`${orders.userId} is not null`.mapWith(Boolean),
			kind: sql<"automatic" | "canceled" | "other">`case
				when ${refunds.requestId} is null or ${refundRequests.reason} = 'unused' then 'automatic'
				when ${orders.state} = 'refunded' then 'canceled' else 'other' end`,
		})
		.from(refundEmails)
		.innerJoin(refunds, eq(refunds.id, refundEmails.refundId))
		.innerJoin(payments, eq(payments.id, refunds.paymentId))
		.leftJoin(refundRequests, eq(refundRequests.id, refunds.requestId))
		.leftJoin(orders, eq(orders.id, orderId))
		.where(and(isDue(refundEmails, now), isNotNull(refundEmails.email)))
		.orderBy(asc(refundEmails.nextTryAt))
		.limit(emailsPerSweep);
}

type DueRefund = Awaited<ReturnType<typeof findDue>>[number];

const createQueuedEmail = (
	shop: ShopContext,
	{ refundId, status, ...refund }: DueRefund,
): QueuedEmail => ({
	outbox: refundEmails,
	key: refundEmails.refundId,
	where: eq(refundEmails.refundId, refundId),
	getLogFields: () => ({ refund: refundId }),
	// The address is deleted, because no attempt follows. An outdated email has no other outcome to store.
	storeOutcome: (condition, outcome) =>
		shop.db
			.update(refundEmails)
			.set({ ...(outcome !== "outdated" && outcome), nextTryAt: null, email: null })
			.where(condition),
	write: async (refundIds) =>
		failedRefundStatuses.includes(status)
			? null
			: { email: writeRefundEmail(refund, shop.origin), keys: refundIds },
});

export const sweepRefundEmails = createEmailSweep(findDue, createQueuedEmail);
