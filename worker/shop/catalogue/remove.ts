import { and, eq, isNull } from "drizzle-orm";
import { failure } from "#contract/messages.ts";
import { requireAdmin } from "#worker/auth/guards.ts";
import { products } from "#worker/db/schema.ts";
import { productTags } from "../cache-tags.ts";
import type { Shop } from "../context.ts";
import { missing, requireRow } from "../written.ts";

/**
 * Takes a product out of the shop. The row stays, hidden, as orders point at it (architecture.md "Deleting").
 * @returns how many products went: 1
 * @throws ShopError 401, 403, 404 when it is unknown or gone already
 */
export async function deleteProduct(shop: Shop, id: string): Promise<number> {
	requireAdmin(shop);
	const rows = await shop.db
		.update(products)
		.set({ deletedAt: new Date() })
		.where(and(eq(products.id, id), isNull(products.deletedAt)))
		.returning({ id: products.id });
	requireRow(rows, missing(failure.productNotFound));
	await shop.purge(productTags(id));
	return rows.length;
}
