import { and, eq, isNull } from "drizzle-orm";
import { failure } from "#contract/messages.ts";
import { requireAdmin } from "#worker/auth/guards.ts";
import { retryWrite } from "#worker/db/retry.ts";
import { products } from "#worker/db/schema.ts";
import { productTags } from "../cache-tags.ts";
import type { Shop } from "../context.ts";
import { missing, requireDone } from "../written.ts";

/**
 * Takes a product out of the shop. The row stays, hidden, as orders point at it (architecture.md "Deleting").
 * @returns how many products went: 1
 * @throws ShopError 401, 403, 404 when it is unknown or gone already
 */
export async function deleteProduct(shop: Shop, id: string): Promise<number> {
	requireAdmin(shop);
	const hide = () =>
		shop.db
			.update(products)
			.set({ deletedAt: new Date() })
			.where(and(eq(products.id, id), isNull(products.deletedAt)))
			.returning({ id: products.id });
	requireDone(await retryWrite(hide), missing(failure.productNotFound));
	await shop.purge(productTags(id));
	return 1;
}
