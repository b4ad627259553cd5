import { and, eq, exists, isNotNull, isNull, lt, sql } from "drizzle-orm";
import { ShopError } from "#contract/errors.ts";
import { stockAlertsMax } from "#contract/limits.ts";
import { isOutOfStock } from "#contract/stock.ts";
import { requireCapability } from "#worker/auth/authorize.ts";
import { enforceRateLimit } from "#worker/auth/rate-limits.ts";
import { insertSelect } from "#worker/db/insert-select.ts";
import { retry, retryBatch } from "#worker/db/retry.ts";
import { products, stockAlerts, users } from "#worker/db/schema.ts";
import type { ShopContext } from "../context.ts";
import { isPublished, requireProduct } from "./read.ts";

const matchesAlert = (userId: string, productId: string) =>
	and(eq(stockAlerts.userId, userId), eq(stockAlerts.productId, productId));

/**
 * Requests one email when a tool that is out of stock can be ordered again. A trigger queues the email. Idempotent.
 * @throws ShopError 401, 404 or 429; 403 for staff; 409 if the tool can be ordered, the email is not verified, or the account has too many
 * stock alerts
 */
export async function requestStockAlert(shop: ShopContext, productId: string): Promise<void> {
	const { id: userId } = requireCapability(shop, "orders:place");
	await enforceRateLimit(shop.env, "stockAlert", userId);
	const { db } = shop;
	const verified = db
		.select({ verifiedId: users.id })
		.from(users)
		.where(and(eq(users.id, userId), isNotNull(users.emailVerifiedAt)));
	const canRequest = and(
		isPublished(productId),
		lt(products.quantity, products.minimum),
		exists(verified),
		sql`${db.$count(stockAlerts, eq(stockAlerts.userId, userId))} < ${stockAlertsMax}`,
	);
	const row = { userId, productId: products.id };
	const [, [alert], [verifiedAccount]] = await retryBatch(db, [
		insertSelect(db, stockAlerts, row, products, canRequest).onConflictDoNothing(),
		db
			.select({ id: stockAlerts.productId })
			.from(stockAlerts)
			.where(matchesAlert(userId, productId)),
		verified,
	]);
	if (alert) return;
	const product = await requireProduct(shop, productId);
	if (!isOutOfStock(product)) throw new ShopError("tool_in_stock");
	if (!verifiedAccount) throw new ShopError("email_not_verified");
	throw new ShopError("too_many_stock_waits", { max: stockAlertsMax });
}

/**
 * @returns the number of canceled alerts: 1 or 0
 * @throws ShopError 401; 403 for staff
 */
export async function cancelStockAlert(shop: ShopContext, productId: string): Promise<number> {
	const { id } = requireCapability(shop, "orders:place");
	const canceledAlerts = await retry(() =>
		shop.db
			.delete(stockAlerts)
			.where(matchesAlert(id, productId))
			.returning({ id: stockAlerts.productId }),
	);
	return canceledAlerts.length;
}

/** @throws ShopError 401; 403 for staff */
export async function hasStockAlert(shop: ShopContext, productId: string): Promise<boolean> {
	const { id } = requireCapability(shop, "orders:place");
	const row = await shop.db
		.select({ id: stockAlerts.productId })
		.from(stockAlerts)
		.where(matchesAlert(id, productId))
		.get();
	return row !== undefined;
}

/**
 * Lists the account's stock alerts, newest first. `img` is null if the tool is no longer sold.
 * @throws ShopError 401; 403 for staff
 */
export async function listStockAlerts(shop: ShopContext) {
	const { id } = requireCapability(shop, "orders:place");
	const rows = await shop.db
		.select({
			productId: products.id,
			name: products.name,
			img: sql<string | null>`iif(${isNull(products.deletedAt)}, ${products.img}, null)`.as(
				"current_img",
			),
			createdAt: stockAlerts.createdAt,
		})
		.from(stockAlerts)
		.innerJoin(products, eq(products.id, stockAlerts.productId))
		.where(eq(stockAlerts.userId, id));
	return rows.sort((a, b) => b.createdAt.getTime() - a.createdAt.getTime());
}
