import { and, asc, eq, isNull, sql } from "drizzle-orm";
import type { BasketItem } from "#contract/basket.ts";
import { ShopError } from "#contract/errors.ts";
import { basketMax } from "#contract/limits.ts";
import { requireCapability } from "#worker/auth/authorize.ts";
import { enforceRateLimit } from "#worker/auth/limits.ts";
import { isForeignKeyViolation } from "#worker/db/failures.ts";
import { insertFrom } from "#worker/db/insert-from.ts";
import { retry, retryBatch } from "#worker/db/retry.ts";
import { basketLines, products } from "#worker/db/schema.ts";
import { selectUnitPrice } from "../catalogue/unit-price.ts";
import type { Shop } from "../context.ts";

/** `quantity` is the minimum order if it is null, `priceCents` the current price if it is absent. */
export type NewItem = Omit<BasketItem, "quantity"> & {
	quantity: number | null;
	priceCents?: number;
};

export const basketColumns = {
	name: products.name,
	partNumber: products.partNumber,
	img: products.img,
	priceCents: products.priceCents,
	priceBreaks: products.priceBreaks,
	// Aliased: D1 confuses columns of the same name in a batch.
	stock: sql<number>`${products.quantity}`.as("stock"),
	minimum: products.minimum,
	orderMultiple: products.orderMultiple,
	isListed: sql<boolean>`${products.deletedAt} is null`.mapWith(Boolean).as("listed"),
};

const selectLines = ({ db }: Shop, userId: string) =>
	db
		.select({
			productId: basketLines.productId,
			quantity: basketLines.quantity,
			addedCents: sql<number>`${basketLines.priceCents}`.as("added_cents"),
			addedAt: basketLines.addedAt,
			product: basketColumns,
		})
		.from(basketLines)
		.innerJoin(products, eq(products.id, basketLines.productId))
		.where(eq(basketLines.userId, userId))
		.orderBy(asc(basketLines.addedAt), asc(basketLines.productId));

/** Of a tool that is already in the basket, the larger quantity stays: adding the same again changes nothing. */
function insertItems({ db }: Shop, userId: string, items: readonly NewItem[]) {
	const quantity = sql`coalesce(item.value ->> 'quantity', ${products.minimum})`;
	const item = {
		quantity,
		priceCents: sql`coalesce(item.value ->> 'priceCents', ${selectUnitPrice(quantity)})`,
		// Keeps the order of the items.
		addedAt: sql`${Date.now()} + item.key`,
	};
	const from = sql`json_each(${JSON.stringify(items)}) as item
		join ${products} on ${products.id} = item.value ->> 'productId'`;
	const isLarger = sql`excluded.quantity > ${basketLines.quantity}`;
	return insertFrom(
		db,
		basketLines,
		{ userId, productId: products.id, ...item },
		from,
		isNull(products.deletedAt),
	).onConflictDoUpdate({
		target: [basketLines.userId, basketLines.productId],
		set: { quantity: sql`excluded.quantity`, priceCents: sql`excluded.price_cents` },
		setWhere: isLarger,
	});
}

/** Without rate limit or permission: `addToBasket` and the sign-in have their own. @returns all lines */
export async function addItems(shop: Shop, userId: string, items: readonly NewItem[]) {
	const statements = [insertItems(shop, userId, items), selectLines(shop, userId)] as const;
	const [, lines] = await retryBatch(shop.db, statements).catch((error: unknown) => {
		throw isForeignKeyViolation(error) ? new ShopError("unauthenticated") : error;
	});
	return lines;
}

export type StoredLine = Awaited<ReturnType<typeof addItems>>[number];

async function requireShopper(shop: Shop) {
	const account = requireCapability(shop, "orders:place", "staff_basket");
	await enforceRateLimit(shop.env, "basket", account.id);
	return account;
}

/**
 * Puts up to 200 tools into the basket, in one transaction. What is not for sale is left out, and so is what the basket has no room for.
 * @returns all lines of the basket: an item that is not among them was left out
 * @throws ShopError 401, 403 for staff, 429
 */
export async function addToBasket(shop: Shop, items: readonly NewItem[]): Promise<StoredLine[]> {
	const { id } = await requireShopper(shop);
	return addItems(shop, id, items);
}

/** @throws ShopError 401, 403 for staff */
export const listBasket = async (shop: Shop): Promise<StoredLine[]> => {
	const { id } = requireCapability(shop, "orders:place", "staff_basket");
	return retry(() => selectLines(shop, id));
};

/** Sets the quantity of one tool, which is added if it is not in the basket. @throws ShopError 401, 403, 404, 409 if it is full, 429 */
export async function setBasketLine(shop: Shop, { productId, quantity }: BasketItem) {
	const { id } = await requireShopper(shop);
	const isLine = and(eq(basketLines.userId, id), eq(basketLines.productId, productId));
	const current = sql`(select ${selectUnitPrice(quantity)} from ${products} where ${eq(products.id, productId)})`;
	const statements = [
		insertItems(shop, id, [{ productId, quantity }]),
		shop.db.update(basketLines).set({ quantity, priceCents: current }).where(isLine),
		selectLines(shop, id),
	] as const;
	const [, , lines] = await retryBatch(shop.db, statements);
	if (lines.some((line) => line.productId === productId)) return lines;
	if (lines.length >= basketMax) throw new ShopError("basket_full", { max: basketMax });
	throw new ShopError("product_not_found");
}

/** @returns the removed line; null if it was not in the basket @throws ShopError 401, 403 for staff, 429 */
export async function removeBasketLine(shop: Shop, productId: string) {
	const { id } = await requireShopper(shop);
	const { db } = shop;
	const isLine = and(eq(basketLines.userId, id), eq(basketLines.productId, productId));
	const { quantity } = basketLines;
	const [removed] = await retry(() => db.delete(basketLines).where(isLine).returning({ quantity }));
	return removed ?? null;
}

/** @returns how many lines there were @throws ShopError 401, 403 for staff, 429 */
export async function clearBasket(shop: Shop): Promise<number> {
	const { id } = await requireShopper(shop);
	const { productId } = basketLines;
	const removed = await retry(() =>
		shop.db.delete(basketLines).where(eq(basketLines.userId, id)).returning({ productId }),
	);
	return removed.length;
}
