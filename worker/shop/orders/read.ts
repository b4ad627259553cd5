import { eq, getTableColumns, ne } from "drizzle-orm";
import { ShopError } from "#contract/errors.ts";
import { type Capability, can } from "#contract/roles.ts";
import { requireAccount } from "#worker/auth/authorize.ts";
import { orders } from "#worker/db/schema.ts";
import type { Shop } from "../context.ts";

/** The columns of an order that are read. */
const { idempotencyKey: _, ...readColumns } = getTableColumns(orders);
export const orderColumns = readColumns;

/** Price in cents per piece, quantity in pieces. */
export type Order = Omit<typeof orders.$inferSelect, "idempotencyKey">;

/** What lists show unless they are asked for cancelled orders. */
export const notCancelled = ne(orders.state, "cancelled");

/** @returns what an order costs, in cents */
export const totalCents = ({
	toolPriceCents,
	quantity,
}: Pick<Order, "toolPriceCents" | "quantity">) => toolPriceCents * quantity;

/** @returns one order, whoever asks; null when there is none */
export const findOrder = async ({ db }: Shop, id: string): Promise<Order | null> =>
	(await db.select(orderColumns).from(orders).where(eq(orders.id, id)).get()) ?? null;

/**
 * @param otherwise the capability that lets others than its owner pass
 * @returns one order, cancelled or not
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
	const isAllowed = order.userId === account.id || can(account, otherwise);
	if (!isAllowed) throw new ShopError("forbidden");
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
