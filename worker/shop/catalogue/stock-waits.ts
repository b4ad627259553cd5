import { and, eq, exists, isNotNull, isNull, lt, sql } from "drizzle-orm";
import { ShopError } from "#contract/errors.ts";
import { stockWaitsMax } from "#contract/limits.ts";
import { isOutOfStock } from "#contract/stock.ts";
import { requireCapability } from "#worker/auth/authorize.ts";
import { enforceRateLimit } from "#worker/auth/rate-limits.ts";
import { insertSelect } from "#worker/db/insert-select.ts";
import { retry, retryBatch } from "#worker/db/retry.ts";
import { products, stockWaiters, users } from "#worker/db/schema.ts";
import type { ShopContext } from "../context.ts";
import { isPublished, requireProduct } from "./read.ts";

const isWait = (userId: string, productId: string) =>
	and(eq(stockWaiters.userId, userId), eq(stockWaiters.productId, productId));

/**
 * Asks for one email when a tool that is out of stock can be ordered again; a trigger queues it. Idempotent.
 * @throws ShopError 401, 403 for staff, 404, 409 if the tool can be ordered, the email is not verified or the account waits for too many
 * tools, 429
 */
export async function waitForStock(shop: ShopContext, productId: string): Promise<void> {
	const { id: userId } = requireCapability(shop, "orders:place");
	await enforceRateLimit(shop.env, "stockWait", userId);
	const { db } = shop;
	const verified = db
		.select({ verifiedId: users.id })
		.from(users)
		.where(and(eq(users.id, userId), isNotNull(users.emailVerifiedAt)));
	const mayWait = and(
		isPublished(productId),
		lt(products.quantity, products.minimum),
		exists(verified),
		sql`${db.$count(stockWaiters, eq(stockWaiters.userId, userId))} < ${stockWaitsMax}`,
	);
	const row = { userId, productId: products.id };
	const [, [waiting], [account]] = await retryBatch(db, [
		insertSelect(db, stockWaiters, row, products, mayWait).onConflictDoNothing(),
		db.select({ id: stockWaiters.productId }).from(stockWaiters).where(isWait(userId, productId)),
		verified,
	]);
	if (waiting) return;
	const product = await requireProduct(shop, productId);
	if (!isOutOfStock(product)) throw new ShopError("tool_in_stock");
	if (!account) throw new ShopError("email_not_verified");
	throw new ShopError("too_many_stock_waits", { max: stockWaitsMax });
}

/** @returns how many waits were ended: 1 or 0 @throws ShopError 401, 403 for staff */
export async function stopWaiting(shop: ShopContext, productId: string): Promise<number> {
	const { id } = requireCapability(shop, "orders:place");
	const stopped = await retry(() =>
		shop.db
			.delete(stockWaiters)
			.where(isWait(id, productId))
			.returning({ id: stockWaiters.productId }),
	);
	return stopped.length;
}

/** Whether the account waits for this tool. @throws ShopError 401, 403 for staff */
export async function isWaiting(shop: ShopContext, productId: string): Promise<boolean> {
	const { id } = requireCapability(shop, "orders:place");
	const row = await shop.db
		.select({ id: stockWaiters.productId })
		.from(stockWaiters)
		.where(isWait(id, productId))
		.get();
	return row !== undefined;
}

/** The tools for which the account waits. `img` is null if the tool is no longer sold. @throws ShopError 401, 403 for staff */
export async function listStockWaits(shop: ShopContext) {
	const { id } = requireCapability(shop, "orders:place");
	const rows = await shop.db
		.select({
			productId: products.id,
			name: products.name,
			img: sql<string | null>`iif(${isNull(products.deletedAt)}, ${products.img}, null)`.as(
				"shown_img",
			),
			createdAt: stockWaiters.createdAt,
		})
		.from(stockWaiters)
		.innerJoin(products, eq(products.id, stockWaiters.productId))
		.where(eq(stockWaiters.userId, id));
	return rows.sort((a, b) => b.createdAt.getTime() - a.createdAt.getTime());
}
