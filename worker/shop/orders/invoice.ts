import { and, asc, eq, gt, inArray, sql } from "drizzle-orm";
import { ShopError } from "#contract/errors.ts";
import { retryBatch } from "#worker/db/retry.ts";
import { orders, payments, refundShares } from "#worker/db/schema.ts";
import type { ShopContext } from "../context.ts";
import { acceptedRefundStatuses } from "../payments/stripe-statuses.ts";
import { orderColumns, requireOrder } from "./read.ts";

/**
 * Returns the invoice for an order. It covers all orders of the same payment, because customers see that total on their card statement.
 * @returns the orders and their refunds, both oldest first
 * @throws ShopError 401, 403 or 404; 409 if the order is unpaid
 */
export async function getInvoice(shop: ShopContext, orderId: string) {
	const { paidAt, transactionId } = await requireOrder(shop, orderId);
	if (!paidAt || !transactionId) throw new ShopError("order_unpaid");
	const [paidOrders, refunds, [payment]] = await retryBatch(shop.db, [
		shop.db
			.select(orderColumns)
			.from(orders)
			.where(eq(orders.transactionId, transactionId))
			.orderBy(asc(sql`rowid`)),
		shop.db
			.select({
				orderId: refundShares.orderId,
				refundId: refundShares.refundId,
				amountCents: refundShares.amountCents,
				pieces: refundShares.pieces,
				createdAt: refundShares.createdAt,
			})
			.from(refundShares)
			.where(
				and(
					eq(refundShares.paymentId, transactionId),
					inArray(refundShares.status, acceptedRefundStatuses),
					gt(refundShares.amountCents, 0),
				),
			)
			.orderBy(asc(refundShares.createdAt)),
		shop.db
			.select({ methodType: payments.methodType })
			.from(payments)
			.where(eq(payments.id, transactionId)),
	]);
	return { orders: paidOrders, refunds, paidAt, methodType: payment?.methodType ?? null };
}
