import { and, eq, isNull } from "drizzle-orm";
import { failure } from "#contract/messages.ts";
import type { ProductEdit } from "#contract/schemas/products.ts";
import { requireAdmin } from "#worker/auth/guards.ts";
import { products } from "#worker/db/schema.ts";
import { productTags } from "../cache-tags.ts";
import type { Shop } from "../context.ts";
import { missing, requireRow } from "../written.ts";

/**
 * `PUT /product/{productId}`: description, price (cents), stock and minimum (pieces). The name stays.
 * @returns how many products changed: 1
 * @throws ShopError 401, 403, 404 when it is unknown or no longer sold
 */
export async function updateProduct(shop: Shop, id: string, edit: ProductEdit): Promise<number> {
	requireAdmin(shop);
	const rows = await shop.db
		.update(products)
		.set(edit)
		.where(and(eq(products.id, id), isNull(products.deletedAt)))
		.returning({ id: products.id });
	requireRow(rows, missing(failure.productNotFound));
	await shop.purge(productTags(id));
	return rows.length;
}
