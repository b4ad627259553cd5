import { and, eq, isNotNull, isNull } from "drizzle-orm";
import { requireCapability } from "#worker/auth/authorize.ts";
import { retryWrite } from "#worker/db/retry.ts";
import { products } from "#worker/db/schema.ts";
import { auditLine } from "../audit.ts";
import { productTags } from "../cache-tags.ts";
import type { Shop } from "../context.ts";
import { requireDone } from "../written.ts";

/**
 * Takes a product out of the shop. The row stays, hidden, as orders point at it (architecture.md "Deleting").
 * @returns how many products went: 1
 * @throws ShopError 401, 403, 404 when it is unknown or gone already
 */
export async function deleteProduct(shop: Shop, id: string): Promise<number> {
	const admin = requireCapability(shop, "products:write");
	const listed = and(eq(products.id, id), isNull(products.deletedAt));
	const line = auditLine(shop, admin, {
		action: "product-deleted",
		table: products,
		where: listed,
		subjectId: products.id,
		subject: products.name,
	});
	const hide = () =>
		shop.db.batch([
			line,
			shop.db
				.update(products)
				.set({ deletedAt: new Date() })
				.where(listed)
				.returning({ id: products.id }),
		]);
	const { result, again } = await retryWrite(hide);
	await requireDone({ result: result[1], again }, "product_not_found", async () => {
		return (
			(await shop.db.$count(products, and(eq(products.id, id), isNotNull(products.deletedAt)))) > 0
		);
	});
	shop.purge(productTags(id));
	return 1;
}
