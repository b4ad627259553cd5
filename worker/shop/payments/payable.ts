import { and, eq, ne, type SQL, sql } from "drizzle-orm";
import { orders, paymentOrders, payments } from "#worker/db/schema.ts";
import type { ShopContext } from "../context.ts";
import { hasStatus } from "./payment-rows.ts";

/** The orders that one payment intent is for. `orderId`: the first order. `checkoutId`: null if there is only one order. */
export type PayableOrders = { orderId: string; checkoutId: string | null; amountCents: number };

export const orderTotalCents = sql<number>`${orders.toolPriceCents} * ${orders.quantity}`;

/** Matches the unpaid orders among those that the intent is for. */
export const isPayable = ({ orderId, checkoutId }: Pick<PayableOrders, "orderId" | "checkoutId">) =>
	and(
		checkoutId === null ? eq(orders.id, orderId) : eq(orders.checkoutId, checkoutId),
		eq(orders.state, "unpaid"),
	);

/**
 * Matches if the unpaid orders are still the ones that the amount was for. Comparing the total is enough, because no order is ever added
 * to a checkout and none is free.
 */
export const hasUnpaidTotal = ({ db }: ShopContext, payable: PayableOrders): SQL =>
	sql`(${db
		.select({ cents: sql`coalesce(sum(${orderTotalCents}), 0)`.as("cents") })
		.from(orders)
		.where(isPayable(payable))}) = ${payable.amountCents}`;

/**
 * Selects payments that can still be charged for any of the orders.
 * @param isOrder - matches the orders
 * @param excludedId - a payment to exclude
 */
export const selectChargeablePayments = (
	{ db }: ShopContext,
	isOrder: SQL | undefined,
	excludedId?: string,
) =>
	db
		.select({ id: payments.id })
		.from(orders)
		.innerJoin(paymentOrders, eq(paymentOrders.orderId, orders.id))
		.innerJoin(payments, eq(payments.id, paymentOrders.paymentId))
		.where(
			and(
				isOrder,
				hasStatus("open"),
				eq(payments.receivedCents, 0),
				excludedId === undefined ? undefined : ne(payments.id, excludedId),
			),
		);

/**
 * Whether an open payment is for exactly the unpaid orders. Comparing the amounts is enough: a payment that is also for another order has
 * a larger amount, because no order is free, and a paid or canceled order never becomes unpaid again.
 */
export async function coversExactly(
	shop: ShopContext,
	paymentId: string,
	payable: PayableOrders,
): Promise<boolean> {
	const isForAmount = and(
		eq(payments.id, paymentId),
		eq(payments.amountCents, payable.amountCents),
		hasUnpaidTotal(shop, payable),
	);
	return (await shop.db.$count(payments, isForAmount)) > 0;
}
