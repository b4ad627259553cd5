import { keepUnitsTogether } from "#app/ui/keep-units-together.ts";
import { formatDay } from "#contract/dates.ts";
import { deliveryLines } from "#contract/delivery.ts";
import { tableSize } from "#contract/limits.ts";
import type { PaymentHold } from "#contract/payment-holds.ts";
import { type Order, totalCents } from "#worker/shop/orders/read.ts";

/** `hold` is for admins: why it must not be shipped; `img`, the tool's picture, for its customer. */
type Listed = Order & { hold?: PaymentHold | null; img?: string | null };

const toOrderRow = (order: Listed, number: number) => ({
	number,
	id: order.id,
	productId: order.productId,
	name: order.name,
	email: order.email,
	delivery: deliveryLines(order),
	toolName: keepUnitsTogether(order.toolName),
	quantity: order.quantity,
	priceCents: order.toolPriceCents,
	totalCents: totalCents(order),
	day: formatDay(order.createdAt),
	state: order.state,
	transactionId: order.transactionId,
	hold: order.hold ?? null,
	img: order.img ?? null,
});

export type OrderRow = ReturnType<typeof toOrderRow>;

/** @param page from 0: the numbers go on from page to page */
export const toOrderRows = (orders: Listed[], page: number): OrderRow[] =>
	orders.map((order, index) => toOrderRow(order, page * tableSize + index + 1));
