import { and, eq, getTableColumns, isNotNull, isNull, ne } from "drizzle-orm";
import {
	type Address,
	type Delivery,
	mapAddressFields,
	mapDeliveryFields,
} from "#contract/delivery.ts";
import { ShopError } from "#contract/errors.ts";
import { type Capability, can } from "#contract/roles.ts";
import { orderNumber } from "#contract/shop.ts";
import { requireAccount } from "#worker/auth/authorize.ts";
import { orders } from "#worker/db/schema.ts";
import type { Product } from "../catalogue/read.ts";
import type { ShopContext } from "../context.ts";
import { newestFirst } from "../list-queries.ts";
import { withCurrentReservation } from "./reservation.ts";

const {
	idempotencyKey: _,
	placedBy: __,
	shippedQuantity: ___,
	...publicColumns
} = getTableColumns(orders);
export const orderColumns = publicColumns;

/** `toolPriceCents` is the unit price. */
export type Order = Omit<
	typeof orders.$inferSelect,
	"idempotencyKey" | "placedBy" | "shippedQuantity"
>;

export const isNotCanceled = ne(orders.state, "cancelled");

/** Refunded orders do not match, because an order becomes `refunded` only before it ships, so its customer never received the tool. */
export const isBought = and(isNotNull(orders.paidAt), isNull(orders.refundedAt));

export const getTotalCents = ({
	toolPriceCents,
	quantity,
}: Pick<Order, "toolPriceCents" | "quantity">) => toolPriceCents * quantity;

/** Does not check permissions. */
export const findOrder = async ({ db }: ShopContext, id: string): Promise<Order | null> =>
	(await db.select(orderColumns).from(orders).where(eq(orders.id, id)).get()) ?? null;

/**
 * Returns an order, even a canceled one.
 * @throws ShopError 401 or 404; 403 if the account neither owns the order nor has the capability
 */
export async function requireOrderInAnyState(
	shop: ShopContext,
	id: string,
	capability: Capability = "orders:read",
): Promise<Order> {
	const account = requireAccount(shop);
	const order = await findOrder(shop, id);
	if (!order) throw new ShopError("order_not_found");
	if (order.userId !== account.id && !can(account, capability)) throw new ShopError("forbidden");
	return withCurrentReservation(shop.env, order);
}

/** @throws ShopError as `requireOrderInAnyState` does; also 404 for a canceled order, because the contract treats it as deleted */
export async function requireOrder(shop: ShopContext, id: string, capability?: Capability) {
	const order = await requireOrderInAnyState(shop, id, capability);
	if (order.state === "cancelled") throw new ShopError("order_not_found");
	return order;
}

/** @throws ShopError as `requireOrder` does; also 403 if the account does not own the order */
export async function requireOwnOrder(shop: ShopContext, id: string): Promise<Order> {
	const account = requireAccount(shop);
	const order = await requireOrder(shop, id);
	if (order.userId !== account.id) throw new ShopError("forbidden");
	return order;
}

/** Whether the account can use the customer's pages of an order. Staff cannot, even if they placed it before they got their role. */
export const isCustomerOf = ({ account }: ShopContext, userId: string | null): boolean =>
	account !== null && account.id === userId && can(account, "orders:place");

/** The values of an earlier order that prefill the order form. `priceCents` is the unit price. */
export type EarlierOrder = Delivery & { number: string; quantity: number; priceCents: number };

/**
 * @param orderId - the `again` parameter of the order form's URL
 * @returns null unless it is the shopper's own order of this product
 */
export async function findEarlierOrder(
	shop: ShopContext,
	{ id: productId }: Pick<Product, "id">,
	orderId: string | null,
): Promise<EarlierOrder | null> {
	const account = requireAccount(shop);
	const order = orderId ? await findOrder(shop, orderId) : null;
	if (order?.userId !== account.id || order.productId !== productId) return null;
	const { quantity, toolPriceCents: priceCents } = order;
	const number = orderNumber(order.id);
	return { number, quantity, priceCents, ...mapDeliveryFields((name) => order[name]) };
}

/** Selects the delivery address of an account's newest order. */
export const selectLastAddress = ({ db }: Pick<ShopContext, "db">, userId: string) =>
	db
		.select(mapAddressFields((name) => orders[name]))
		.from(orders)
		.where(and(eq(orders.userId, userId), isNotCanceled))
		.orderBy(...newestFirst(orders))
		.limit(1);

export async function findLastAddress(shop: ShopContext): Promise<Address | null> {
	const { id } = requireAccount(shop);
	return (await selectLastAddress(shop, id).get()) ?? null;
}
