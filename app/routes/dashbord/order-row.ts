import { type Order, totalCents } from "#worker/shop/orders/read.ts";

/**
 * @returns an order as the tables of the dashboard list it
 * @param index its place in the list, from 0
 */
export const toOrderRow = (order: Order, index: number) => ({
	number: index + 1,
	id: order.id,
	name: order.name,
	email: order.email,
	location: order.location,
	phone: order.phone,
	toolName: order.toolName,
	quantity: order.quantity,
	totalCents: totalCents(order),
	paid: order.paidAt !== null,
	shifted: order.shiftedAt !== null,
	transactionId: order.transactionId,
});

export type OrderRow = ReturnType<typeof toOrderRow>;
