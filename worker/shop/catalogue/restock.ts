import { and, eq, isNull, sql } from "drizzle-orm";
import { ShopError } from "#contract/errors.ts";
import { formatWhole } from "#contract/numbers.ts";
import { requireCapability } from "#worker/auth/authorize.ts";
import { createId } from "#worker/auth/tokens.ts";
import { isCheckFailure } from "#worker/db/failures.ts";
import { retry } from "#worker/db/retry.ts";
import { products } from "#worker/db/schema.ts";
import { auditLine, inWords } from "../audit.ts";
import { productTags } from "../cache-tags.ts";
import type { Shop } from "../context.ts";
import { requireProduct } from "./read.ts";

/** Pieces; `editKey` is the product's when the admin looked. */
type Restock = { quantity: number; seen: number; editKey: string | null };

/** What changes the stock of a product that no other form has changed since the admin looked, and its line. */
function write(shop: Shop, id: string, { quantity, seen, editKey }: Restock) {
	const admin = requireCapability(shop, "products:write");
	const key = createId();
	const added = quantity - seen;
	const isAsSeen = and(
		eq(products.id, id),
		isNull(products.deletedAt),
		sql`${products.editKey} is ${editKey}`,
	);
	const line = auditLine(shop, admin, {
		action: "stock-set",
		table: products,
		where: isAsSeen,
		subjectId: products.id,
		subject: products.name,
		detail: sql`${products.quantity} || ' → ' || ${inWords(sql`${products.quantity} + ${added}`)}`,
	});
	const { name, quantity: now } = products;
	return () =>
		shop.db.batch([
			line,
			shop.db
				.update(products)
				.set({ quantity: sql`${products.quantity} + ${added}`, editKey: key })
				.where(isAsSeen),
			shop.db
				.select({ name, now })
				.from(products)
				.where(and(eq(products.id, id), eq(products.editKey, key))),
		]);
}

/**
 * Changes the stock by the difference to what the admin saw, so that what was sold meanwhile stays sold.
 * @returns the product's name, and the pieces it has now
 * @throws ShopError 401, 403, 404, 409 when another form has changed the product, 400 when more was taken out than is
 * there
 */
export async function restock(shop: Shop, id: string, wish: Restock) {
	try {
		const [, , [done]] = await retry(write(shop, id, wish));
		if (done) {
			if (wish.quantity !== wish.seen) shop.purge(productTags(id));
			return done;
		}
	} catch (error) {
		if (isCheckFailure(error)) throw new ShopError("stock_below_zero");
		throw error;
	}
	const { name, quantity } = await requireProduct(shop, id);
	throw new ShopError("stock_changed", { name, quantity: formatWhole(quantity) });
}
