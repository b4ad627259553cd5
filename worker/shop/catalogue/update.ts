import { and, eq, isNull, sql } from "drizzle-orm";
import { fieldError } from "#contract/errors.ts";
import { failure } from "#contract/messages.ts";
import type { ProductEdit } from "#contract/schemas/products.ts";
import { requireAdmin } from "#worker/auth/guards.ts";
import { isCheckFailure } from "#worker/db/failures.ts";
import { products } from "#worker/db/schema.ts";
import { productTags } from "../cache-tags.ts";
import type { Shop } from "../context.ts";
import { missing, requireRow } from "../written.ts";

/**
 * `PUT /product/{productId}`: description, price (cents), stock and minimum (pieces). The name stays.
 * @param seen pieces that the admin saw in stock: then the difference is applied, and what was sold meanwhile stays
 * sold. Without it the stock is set.
 * @returns how many products changed: 1
 * @throws ShopError 401, 403, 404 when it is unknown or no longer sold, 400 when more was taken out than is there
 */
export async function updateProduct(
	shop: Shop,
	id: string,
	edit: ProductEdit,
	seen?: number,
): Promise<number> {
	requireAdmin(shop);
	const quantity =
		seen === undefined ? edit.quantity : sql`${products.quantity} + ${edit.quantity - seen}`;
	try {
		const rows = await shop.db
			.update(products)
			.set({ ...edit, quantity })
			.where(and(eq(products.id, id), isNull(products.deletedAt)))
			.returning({ id: products.id });
		requireRow(rows, missing(failure.productNotFound));
		await shop.purge(productTags(id));
		return rows.length;
	} catch (error) {
		if (isCheckFailure(error)) throw fieldError("quantity", failure.stockConflict);
		throw error;
	}
}
