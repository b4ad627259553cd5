import { and, eq, getTableColumns, isNull, ne } from "drizzle-orm";
import { type Delivery, mapDelivery } from "#contract/delivery.ts";
import { ShopError } from "#contract/errors.ts";
import { type Capability, can } from "#contract/roles.ts";
import { isOutOfStock } from "#contract/stock.ts";
import { requireAccount } from "#worker/auth/authorize.ts";
import { orders, products } from "#worker/db/schema.ts";
import { senderOf } from "#worker/services/mail.ts";
import type { Product } from "../catalogue/read.ts";
import type { Shop } from "../context.ts";

const { idempotencyKey: _, ...readColumns } = getTableColumns(orders);
export const orderColumns = readColumns;

/** `toolPriceCents` is the price of one unit, `quantity` in units. */
export type Order = Omit<typeof orders.$inferSelect, "idempotencyKey">;

/** The condition of lists that leave out canceled orders. */
export const notCancelled = ne(orders.state, "cancelled");

export const totalCents = ({
	toolPriceCents,
	quantity,
}: Pick<Order, "toolPriceCents" | "quantity">) => toolPriceCents * quantity;

/** Reads an order without checking permissions. */
export const findOrder = async ({ db }: Shop, id: string): Promise<Order | null> =>
	(await db.select(orderColumns).from(orders).where(eq(orders.id, id)).get()) ?? null;

/**
 * Reads an order, canceled or not, for its owner or an account with a capability.
 * @throws ShopError 401, 404 if it does not exist, 403 if it is another account's
 */
export async function requireOrderRecord(
	shop: Shop,
	id: string,
	capability: Capability = "orders:read",
): Promise<Order> {
	const account = requireAccount(shop);
	const order = await findOrder(shop, id);
	if (!order) throw new ShopError("order_not_found");
	if (order.userId !== account.id && !can(account, capability)) throw new ShopError("forbidden");
	return order;
}

/** Like `requireOrderRecord`, but throws 404 for a canceled order, as the contract does for a deleted one. */
export async function requireOrder(
	shop: Shop,
	id: string,
	capability?: Capability,
): Promise<Order> {
	const order = await requireOrderRecord(shop, id, capability);
	if (order.state === "cancelled") throw new ShopError("order_not_found");
	return order;
}

/** Like `requireOrder`, but only for the owner. */
export async function requireOwnOrder(shop: Shop, id: string): Promise<Order> {
	const account = requireAccount(shop);
	const order = await requireOrder(shop, id);
	if (order.userId !== account.id) throw new ShopError("forbidden");
	return order;
}

/** The seller is the sender of the shop's emails (`MAIL_FROM` in wrangler.toml). @throws ShopError 401, 403, 404, 409 if unpaid */
export async function getInvoice(shop: Shop, id: string) {
	const order = await requireOrder(shop, id);
	const { paidAt } = order;
	if (!paidAt) throw new ShopError("order_unpaid");
	return { order, paidAt, seller: senderOf(shop.env.MAIL_FROM) };
}

/** Whether the product of an earlier order can be ordered again. "not sold": it was deleted. */
export type Supply = "in stock" | "out of stock" | "not sold";

export async function getSupply({ db }: Shop, productId: string): Promise<Supply> {
	const product = await db
		.select({ quantity: products.quantity, minimum: products.minimum })
		.from(products)
		.where(and(eq(products.id, productId), isNull(products.deletedAt)))
		.get();
	if (!product) return "not sold";
	return isOutOfStock(product) ? "out of stock" : "in stock";
}

/** The values of an earlier order that fill in the order form, with its unit price. */
export type EarlierOrder = Delivery & { quantity: number; priceCents: number };

/** @param orderId from `?again=` of the order form @returns null unless it is the shopper's own order of this product */
export async function findEarlierOrder(
	shop: Shop,
	{ id: productId }: Pick<Product, "id">,
	orderId: string | null,
): Promise<EarlierOrder | null> {
	const account = requireAccount(shop);
	const order = orderId ? await findOrder(shop, orderId) : null;
	if (order?.userId !== account.id || order.productId !== productId) return null;
	const { quantity, toolPriceCents: priceCents } = order;
	return { quantity, priceCents, ...mapDelivery((name) => order[name]) };
}
