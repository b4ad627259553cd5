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

/** Price in cents per piece, quantity in pieces. */
export type Order = Omit<typeof orders.$inferSelect, "idempotencyKey">;

/** What lists show unless they are asked for cancelled orders. */
export const notCancelled = ne(orders.state, "cancelled");

export const totalCents = ({
	toolPriceCents,
	quantity,
}: Pick<Order, "toolPriceCents" | "quantity">) => toolPriceCents * quantity;

/** Checks nobody's permission. */
export const findOrder = async ({ db }: Shop, id: string): Promise<Order | null> =>
	(await db.select(orderColumns).from(orders).where(eq(orders.id, id)).get()) ?? null;

/**
 * Cancelled or not.
 * @param otherwise the capability that lets others than its owner pass
 * @throws ShopError 401, 404 when it is unknown, 403 when it is somebody else's
 */
export async function requireOrderRecord(
	shop: Shop,
	id: string,
	otherwise: Capability = "orders:read",
): Promise<Order> {
	const account = requireAccount(shop);
	const order = await findOrder(shop, id);
	if (!order) throw new ShopError("order_not_found");
	if (order.userId !== account.id && !can(account, otherwise)) throw new ShopError("forbidden");
	return order;
}

/** Like `requireOrderRecord`; a cancelled order is 404, as the contract's deleted one is. */
export async function requireOrder(shop: Shop, id: string, otherwise?: Capability): Promise<Order> {
	const order = await requireOrderRecord(shop, id, otherwise);
	if (order.state === "cancelled") throw new ShopError("order_not_found");
	return order;
}

/** Like `requireOrder`, for what only the owner may do. */
export async function requireOwnOrder(shop: Shop, id: string): Promise<Order> {
	const account = requireAccount(shop);
	const order = await requireOrder(shop, id);
	if (order.userId !== account.id) throw new ShopError("forbidden");
	return order;
}

/** The seller is whom the shop's mails come from (`MAIL_FROM` in wrangler.toml). @throws ShopError 401, 403, 404, 409 while unpaid */
export async function getInvoice(shop: Shop, id: string) {
	const order = await requireOrder(shop, id);
	const { paidAt } = order;
	if (!paidAt) throw new ShopError("order_unpaid");
	return { order, paidAt, seller: senderOf(shop.env.MAIL_FROM) };
}

/** Whether a tool that was ordered once can be ordered again. */
export type Supply = "in stock" | "out of stock" | "gone";

export async function getSupply({ db }: Shop, productId: string): Promise<Supply> {
	const product = await db
		.select({ quantity: products.quantity, minimum: products.minimum })
		.from(products)
		.where(and(eq(products.id, productId), isNull(products.deletedAt)))
		.get();
	if (!product) return "gone";
	return isOutOfStock(product) ? "out of stock" : "in stock";
}

/** What an order before fills the order form with: pieces, address, phone; price in cents a piece then. */
export type OrderBefore = Delivery & { quantity: number; priceCents: number };

/** The signed-in shopper's own order of this product; null for every other. @param orderId from `?again=` of the order form */
export async function findOrderBefore(
	shop: Shop,
	{ id: productId }: Pick<Product, "id">,
	orderId: string | null,
): Promise<OrderBefore | null> {
	const account = requireAccount(shop);
	const order = orderId ? await findOrder(shop, orderId) : null;
	if (order?.userId !== account.id || order.productId !== productId) return null;
	const { quantity, toolPriceCents: priceCents } = order;
	return { quantity, priceCents, ...mapDelivery((name) => order[name]) };
}
