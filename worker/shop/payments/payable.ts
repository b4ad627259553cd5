import { and, eq, ne, type SQL, sql } from "drizzle-orm";
import { orders, paymentOrders, payments } from "#worker/db/schema.ts";
import type { Shop } from "../context.ts";
import { hasStatus } from "./payment-rows.ts";

/** What one payment intent is for. `orderId`: the first of the orders. `checkoutId` is null for a payment of one order. */
export type Payable = { orderId: string; checkoutId: string | null; amountCents: number };

export const orderTotal = sql<number>`${orders.toolPriceCents} * ${orders.quantity}`;

/** Selects the orders that the intent is for, as far as they are unpaid. */
export const isPayable = ({ orderId, checkoutId }: Pick<Payable, "orderId" | "checkoutId">) =>
	and(
		checkoutId === null ? eq(orders.id, orderId) : eq(orders.checkoutId, checkoutId),
		eq(orders.state, "unpaid"),
	);

/** Whether the unpaid orders are still those that the amount was for: none is added, and each costs something. */
export const hasAmount = ({ db }: Shop, payable: Payable): SQL =>
	sql`(${db
		.select({ cents: sql`coalesce(sum(${orderTotal}), 0)`.as("cents") })
		.from(orders)
		.where(isPayable(payable))}) = ${payable.amountCents}`;

/** Selects payments that can still be charged for any of the orders. @param exceptId a payment to leave out */
export const chargeablePayments = ({ db }: Shop, isOrder: SQL | undefined, exceptId = "") =>
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
				exceptId === "" ? undefined : ne(payments.id, exceptId),
			),
		);

/**
 * Whether an open payment for some of the orders is for exactly those that are unpaid. Comparing the amounts is enough: no order becomes unpaid
 * again, and each costs something, so the amount would be larger if the payment were for another order too.
 */
export async function covers(shop: Shop, paymentId: string, payable: Payable): Promise<boolean> {
	const isForAmount = and(
		eq(payments.id, paymentId),
		eq(payments.amountCents, payable.amountCents),
		hasAmount(shop, payable),
	);
	return (await shop.db.$count(payments, isForAmount)) > 0;
}
