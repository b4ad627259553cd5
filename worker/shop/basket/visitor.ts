import { and, inArray, not, sql } from "drizzle-orm";
import {
	type BasketItem,
	formatBasketCookie,
	formatBasketItems,
	type PricedBasketItem,
	parseBasket,
} from "#contract/basket.ts";
import { ShopError } from "#contract/errors.ts";
import { basketLinesMax, basketMaxAgeSeconds, quantityMax } from "#contract/limits.ts";
import { getUnitPriceCents } from "#contract/price-breaks.ts";
import { can } from "#contract/roles.ts";
import { retry } from "#worker/db/retry.ts";
import { products } from "#worker/db/schema.ts";
import type { ShopContext } from "../context.ts";
import {
	addBasketItems,
	basketColumns,
	type NewBasketItem,
	type StoredBasketLine,
} from "./lines.ts";

/** Reads and sets cookies. `isReadable`: whether scripts can read the cookie. */
export type BasketCookies = {
	get(name: string): string | undefined;
	set(name: string, value: string, options?: { maxAge: number; isReadable?: true }): void;
	delete(name: string): void;
};

const cookieName = "basket";
/** Holds the number of lines, which the navbar of every page shows (app/client/basket-fields.ts). */
const countCookieName = "basketcount";

export const readBasketCookie = (cookies: BasketCookies): PricedBasketItem[] =>
	parseBasket(cookies.get(cookieName));

/** Stores how many lines the basket of the visitor or account has. */
export function setBasketCount(cookies: BasketCookies, count: number): void {
	if ((cookies.get(countCookieName) ?? "0") === String(count)) return;
	if (count === 0) cookies.delete(countCookieName);
	else
		cookies.set(countCookieName, String(count), { maxAge: basketMaxAgeSeconds, isReadable: true });
}

/** @throws ShopError 409 if the items do not fit into the cookie */
function saveBasketCookie(cookies: BasketCookies, items: readonly PricedBasketItem[]): void {
	const text = formatBasketCookie(items);
	if (text === null || items.length > basketLinesMax) {
		throw new ShopError("visitor_basket_full", { max: basketLinesMax });
	}
	if (text === "") cookies.delete(cookieName);
	else cookies.set(cookieName, text, { maxAge: basketMaxAgeSeconds });
	setBasketCount(cookies, items.length);
}

type ProductById = Map<string, StoredBasketLine["product"]>;

/** Skips drafts, because a cookie can name any tool. */
async function findTools(
	{ db }: ShopContext,
	items: readonly { productId: string }[],
): Promise<ProductById> {
	if (items.length === 0) return new Map();
	const ids = JSON.stringify(items.map(({ productId }) => productId));
	const rows = await retry(() =>
		db
			.select({ id: products.id, ...basketColumns })
			.from(products)
			.where(
				and(inArray(products.id, sql`(select value from json_each(${ids}))`), not(products.draft)),
			),
	);
	return new Map(rows.map(({ id, ...product }) => [id, product]));
}

/** Skips items whose tool was not found. */
const toLines = (
	items: readonly PricedBasketItem[],
	productById: ProductById,
): StoredBasketLine[] =>
	items.flatMap(({ productId, quantity, priceCents }) => {
		const product = productById.get(productId);
		return product ? [{ productId, quantity, addedCents: priceCents, product }] : [];
	});

export async function listVisitorLines(
	shop: ShopContext,
	cookies: BasketCookies,
): Promise<StoredBasketLine[]> {
	const items = readBasketCookie(cookies);
	return toLines(items, await findTools(shop, items));
}

/**
 * Does the same as `addToAccountBasket`, for a visitor. A repeated request sends the old cookie, so it adds the pieces only once.
 * @returns the lines of the added tools
 * @throws ShopError 409 if the basket would be too large. Then nothing is added.
 */
export async function addToVisitorBasket(
	shop: ShopContext,
	cookies: BasketCookies,
	newItems: readonly NewBasketItem[],
): Promise<StoredBasketLine[]> {
	const productById = await findTools(shop, newItems);
	const itemById = new Map(readBasketCookie(cookies).map((item) => [item.productId, item]));
	for (const { productId, quantity: addedQuantity } of newItems) {
		const product = productById.get(productId);
		if (!product?.isPublished) continue;
		const currentQuantity = itemById.get(productId)?.quantity ?? 0;
		const quantity = Math.min(currentQuantity + (addedQuantity ?? product.minimum), quantityMax);
		const priceCents = getUnitPriceCents(product, quantity);
		itemById.set(productId, { productId, quantity, priceCents });
	}
	const items = [...itemById.values()];
	saveBasketCookie(cookies, items);
	return toLines(items, productById);
}

/** Does nothing if the tool is not in the basket. */
export async function setVisitorQuantity(
	shop: ShopContext,
	cookies: BasketCookies,
	{ productId, quantity }: BasketItem,
): Promise<void> {
	const items = readBasketCookie(cookies);
	const current = items.find((item) => item.productId === productId);
	if (!current) return;
	const product = (await findTools(shop, [current])).get(productId);
	const priceCents = product ? getUnitPriceCents(product, quantity) : current.priceCents;
	saveBasketCookie(
		cookies,
		items.map((item) => (item === current ? { productId, quantity, priceCents } : item)),
	);
}

/** @returns the quantity of the removed line; null if the tool was not in the basket */
export function removeVisitorLine(cookies: BasketCookies, productId: string): number | null {
	const items = readBasketCookie(cookies);
	const removed = items.find((item) => item.productId === productId);
	if (!removed) return null;
	saveBasketCookie(
		cookies,
		items.filter((item) => item !== removed),
	);
	return removed.quantity;
}

/**
 * Moves the visitor's basket into the account's. If a tool is in both, keeps the larger quantity, so that a retry changes nothing. Lines
 * that a full basket has no room for stay in the cookie. Staff have no basket, so the cookie stays until a shopper signs in.
 * @returns how many lines stay in the cookie
 */
export async function moveVisitorBasket(
	shop: ShopContext,
	cookies: BasketCookies,
): Promise<number> {
	const { account } = shop;
	if (!account || !can(account, "orders:place")) return 0;
	const items = readBasketCookie(cookies);
	const lines = await addBasketItems(shop, account.id, items, null);
	const movedIds = new Set(lines.map(({ productId }) => productId));
	const waitingItems =
		lines.length < basketLinesMax ? [] : items.filter(({ productId }) => !movedIds.has(productId));
	if (waitingItems.length > 0)
		cookies.set(cookieName, formatBasketItems(waitingItems), { maxAge: basketMaxAgeSeconds });
	else if (cookies.get(cookieName) !== undefined) cookies.delete(cookieName);
	setBasketCount(cookies, lines.length);
	return waitingItems.length;
}
