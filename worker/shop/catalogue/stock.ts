import { and, eq, isNull, sql } from "drizzle-orm";
import { ShopError } from "#contract/errors.ts";
import { can } from "#contract/roles.ts";
import { requireAccount } from "#worker/auth/authorize.ts";
import { createId } from "#worker/auth/tokens.ts";
import { retry } from "#worker/db/retry.ts";
import { products } from "#worker/db/schema.ts";
import { auditLine, inWords } from "../audit.ts";
import { productTags } from "../cache-tags.ts";
import type { Shop } from "../context.ts";
import { requireProduct } from "./read.ts";

/**
 * `PUT /products/{id}`. An admin sets the stock. A shopper's client only confirms what placing or deleting an
 * order has already done (architecture.md "Stock").
 * @param quantity pieces
 * @returns how many products changed: 1 or 0
 * @throws ShopError 401, 403 when a shopper sends another number, 404
 */
export async function setStock(shop: Shop, id: string, quantity: number): Promise<number> {
	const account = requireAccount(shop);
	const product = await requireProduct(shop, id);
	if (product.quantity === quantity) return 0;
	if (!can(account, "products:write")) throw new ShopError("stock_mismatch");
	const listed = and(eq(products.id, id), isNull(products.deletedAt));
	const line = auditLine(shop, account, {
		action: "stock-set",
		table: products,
		where: listed,
		subjectId: products.id,
		subject: products.name,
		detail: sql`${products.quantity} || ' → ' || ${inWords(quantity)}`,
	});
	const set = () =>
		shop.db.batch([
			line,
			shop.db
				.update(products)
				.set({ quantity, editKey: createId() })
				.where(listed)
				.returning({ id: products.id }),
		]);
	const [, changed] = await retry(set);
	shop.purge(productTags(id));
	return changed.length;
}
