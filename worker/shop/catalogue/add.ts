import { eq } from "drizzle-orm";
import type { NewProduct } from "#contract/schemas/products.ts";
import { requireCapability } from "#worker/auth/authorize.ts";
import { createId } from "#worker/auth/tokens.ts";
import { retryWrite } from "#worker/db/retry.ts";
import { products } from "#worker/db/schema.ts";
import { auditLine } from "../audit.ts";
import { listTag } from "../cache-tags.ts";
import type { Shop } from "../context.ts";
import { toImagePath } from "../images/store.ts";
import { requireDone } from "../written.ts";

/**
 * Puts a product up for sale.
 * @returns its id
 * @throws ShopError 401, 403, 503 'Failed to add the Product'
 */
export async function addProduct(shop: Shop, product: NewProduct): Promise<string> {
	const admin = requireCapability(shop, "products:write");
	const id = createId();
	const line = auditLine(shop, admin, {
		action: "product-added",
		table: products,
		where: eq(products.id, id),
		subjectId: products.id,
		subject: products.name,
	});
	const write = () =>
		shop.db.batch([
			shop.db
				.insert(products)
				.values({ id, ...product, img: toImagePath(shop, product.img) })
				.onConflictDoNothing()
				.returning({ id: products.id }),
			line,
		]);
	const { result, again } = await retryWrite(write);
	await requireDone({ result: result[0], again }, "product_not_added");
	shop.purge([listTag]);
	return id;
}
