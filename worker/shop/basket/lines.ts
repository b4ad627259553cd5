import { and, asc, eq, isNull, not, type SQL, sql } from "drizzle-orm";
import type { BasketItem } from "#contract/basket.ts";
import { ShopError } from "#contract/errors.ts";
import { basketLinesMax, quantityMax } from "#contract/limits.ts";
import { requireCapability } from "#worker/auth/authorize.ts";
import { enforceRateLimit } from "#worker/auth/rate-limits.ts";
import { hashToken } from "#worker/auth/tokens.ts";
import { isForeignKeyViolation } from "#worker/db/failures.ts";
import { insertSelect } from "#worker/db/insert-select.ts";
import { retry, retryBatch } from "#worker/db/retry.ts";
import { basketLines, products } from "#worker/db/schema.ts";
import { selectUnitPrice } from "../catalogue/unit-price.ts";
import type { ShopContext } from "../context.ts";

/** Without `quantity`, the minimum order is added. Without `priceCents`, the line gets the current price. */
export type NewBasketItem = {
	productId: string;
	quantity?: number | undefined;
	priceCents?: number;
};

export const basketColumns = {
	name: products.name,
	partNumber: products.partNumber,
	img: products.img,
	priceCents: products.priceCents,
	priceBreaks: products.priceBreaks,
	// Aliased, because D1 confuses columns with the same name in a batch.
	stock: sql<number>`${products.quantity}`.as("stock"),
	minimum: products.minimum,
	orderMultiple: products.orderMultiple,
	isPublished: sql<boolean>`${products.deletedAt} is null`.mapWith(Boolean).as("is_published"),
};

const selectLines = ({ db }: ShopContext, userId: string) =>
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
		// Lines with the same `addedAt` are listed in the order of their insertion.
		.orderBy(asc(basketLines.addedAt), sql`${basketLines}.rowid`);

/** Identifies a request that adds pieces. If this key was already set on a line at `since` or later, the request is a repetition. */
type Addition = { key: string; since: number };

const isForSale = isNull(products.deletedAt);

/**
 * Inserts items into a basket. If a tool is already in it, adds to its quantity, once per request. Without `addition`, keeps the larger
 * quantity instead.
 */
function insertItems(
	{ db }: ShopContext,
	userId: string,
	items: readonly NewBasketItem[],
	addition: Addition | null,
	isAllowed: SQL,
) {
	const quantity = sql`coalesce(item.value ->> 'quantity', ${products.minimum})`;
	const item = {
		quantity,
		priceCents: sql`coalesce(item.value ->> 'priceCents', ${selectUnitPrice(quantity)})`,
		// Keeps the items in order.
		addedAt: sql`${Date.now()} + item.key`,
		lastKey: addition?.key ?? null,
		lastKeyAt: addition ? new Date() : null,
	};
	const from = sql`json_each(${JSON.stringify(items)}) as item
		join ${products} on ${products.id} = item.value ->> 'productId'`;
	const insert = insertSelect(
		db,
		basketLines,
		{ userId, productId: products.id, ...item },
		from,
		isAllowed,
	);
	const target = [basketLines.userId, basketLines.productId];
	if (!addition) {
		return insert.onConflictDoUpdate({
			target,
			set: { quantity: sql`excluded.quantity`, priceCents: sql`excluded.price_cents` },
			setWhere: sql`excluded.quantity > ${basketLines.quantity}`,
		});
	}
	const newQuantity = sql`min(${basketLines.quantity} + excluded.quantity, ${quantityMax})`;
	const isRepeated = sql`${basketLines.lastKey} is excluded.last_key and ${basketLines.lastKeyAt} >= ${addition.since}`;
	return insert.onConflictDoUpdate({
		target,
		set: {
			quantity: newQuantity,
			priceCents: sql`(select ${selectUnitPrice(newQuantity)} from ${products} where ${eq(products.id, sql`excluded.product_id`)})`,
			lastKey: sql`excluded.last_key`,
			lastKeyAt: sql`excluded.last_key_at`,
		},
		setWhere: sql`not (${isRepeated})`,
	});
}

/**
 * Checks neither rate limit nor permission, because its callers do.
 * @param addition - null to merge another basket. This keeps the larger quantity of a tool in both, and tools that are no longer sold.
 * @returns all lines of the basket
 */
export async function addBasketItems(
	shop: ShopContext,
	userId: string,
	items: readonly NewBasketItem[],
	addition: Addition | null,
) {
	const isAllowed = addition ? isForSale : not(products.draft);
	const statements = [
		insertItems(shop, userId, items, addition, isAllowed),
		selectLines(shop, userId),
	] as const;
	const [, lines] = await retryBatch(shop.db, statements).catch((error: unknown) => {
		throw isForeignKeyViolation(error) ? new ShopError("unauthenticated") : error;
	});
	return lines;
}

export type AccountBasketLine = Awaited<ReturnType<typeof addBasketItems>>[number];

/** A line of an account's or a visitor's basket. A visitor's cookie does not store when a line was added. */
export type StoredBasketLine = Omit<AccountBasketLine, "addedAt">;

async function requireShopper(shop: ShopContext) {
	const account = requireCapability(shop, "orders:place", "staff_basket");
	await enforceRateLimit(shop.env, "basket", account.id);
	return account;
}

/** Without a key, adding the same items again within this time counts as a double click or a resubmitted page. */
const doubleClickMs = 10_000;

/**
 * Adds up to 200 tools to the basket, in one transaction. If a tool is already in it, adds to its quantity. Skips tools that are not for
 * sale or that the basket has no room for.
 * @param key - identifies the request, so that repeating it adds nothing
 * @returns all lines of the basket. A tool that has no line was skipped.
 * @throws ShopError 401, 403 for staff, 429
 */
export async function addToAccountBasket(
	shop: ShopContext,
	items: readonly NewBasketItem[],
	key: string | null = null,
): Promise<AccountBasketLine[]> {
	const { id } = await requireShopper(shop);
	const addition = key
		? { key, since: 0 }
		: { key: await hashToken(JSON.stringify(items)), since: Date.now() - doubleClickMs };
	return addBasketItems(shop, id, items, addition);
}

/** @throws ShopError 401, 403 for staff */
export const listBasketLines = async (shop: ShopContext): Promise<AccountBasketLine[]> => {
	const { id } = requireCapability(shop, "orders:place", "staff_basket");
	return retry(() => selectLines(shop, id));
};

/**
 * Sets the quantity of one tool. Adds the tool if it is not in the basket yet.
 * @throws ShopError 401, 403 for staff, 404, 409 if the basket is full, 429
 */
export async function setBasketLine(shop: ShopContext, { productId, quantity }: BasketItem) {
	const { id } = await requireShopper(shop);
	const isLine = and(eq(basketLines.userId, id), eq(basketLines.productId, productId));
	const currentPrice = sql`(select ${selectUnitPrice(quantity)} from ${products} where ${eq(products.id, productId)})`;
	const statements = [
		insertItems(shop, id, [{ productId, quantity }], null, isForSale),
		shop.db.update(basketLines).set({ quantity, priceCents: currentPrice }).where(isLine),
		selectLines(shop, id),
	] as const;
	const [, , lines] = await retryBatch(shop.db, statements);
	if (lines.some((line) => line.productId === productId)) return lines;
	if (lines.length >= basketLinesMax) throw new ShopError("basket_full", { max: basketLinesMax });
	throw new ShopError("product_not_found");
}

/**
 * @returns the quantity of the removed line; null if the tool was not in the basket
 * @throws ShopError 401, 403 for staff, 429
 */
export async function removeBasketLine(
	shop: ShopContext,
	productId: string,
): Promise<number | null> {
	const { id } = await requireShopper(shop);
	const { db } = shop;
	const isLine = and(eq(basketLines.userId, id), eq(basketLines.productId, productId));
	const { quantity } = basketLines;
	const [removed] = await retry(() => db.delete(basketLines).where(isLine).returning({ quantity }));
	return removed?.quantity ?? null;
}

/**
 * @returns how many lines were removed
 * @throws ShopError 401, 403 for staff, 429
 */
export async function clearBasket(shop: ShopContext): Promise<number> {
	const { id } = await requireShopper(shop);
	const { productId } = basketLines;
	const removed = await retry(() =>
		shop.db.delete(basketLines).where(eq(basketLines.userId, id)).returning({ productId }),
	);
	return removed.length;
}
