import { payment } from "#contract/messages.ts";
import type { OrderState } from "#contract/order-states.ts";

type Amounts = { totalCents: number; refundedCents: number };

type Order = Amounts & { state: OrderState; isRefundMissing: boolean };

/** Returns the sum of an amount of these orders, in cents. */
export const sumAmounts = (orders: Amounts[], amount: keyof Amounts): number =>
	orders.reduce((sum, order) => sum + order[amount], 0);

export const describeCanceled = (orders: unknown[]): string =>
	orders.length === 1 ? "This order was canceled" : "These orders were canceled";

/** Describes the refund of orders that are canceled and of which at least one was paid. */
export function describeRefund(orders: Order[]): string {
	if (orders.some(({ isRefundMissing }) => isRefundMissing)) return `${describeCanceled(orders)}.`;
	const paidOrders = orders.filter(({ state }) => state === "refunded");
	const isRefunded =
		sumAmounts(paidOrders, "refundedCents") >= sumAmounts(paidOrders, "totalCents");
	if (orders.length === 1) return isRefunded ? payment.refunded : payment.beingRefunded;
	return isRefunded ? payment.allRefunded : payment.allBeingRefunded;
}
