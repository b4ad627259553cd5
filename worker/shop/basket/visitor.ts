import { and, inArray, not, sql } from "drizzle-orm";
import { formatBasketCookie, type PricedBasketItem, parseBasket } from "#contract/basket.ts";
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

/** The cookies of a request. `isReadable`: whether scripts can read the cookie. */
export type BasketCookies = {
	get(name: string): string | undefined;
	set(name: string, value: string, options?: { maxAge: number; isReadable?: true }): void;
	delete(name: string): void;
};

const cookieName = "basket";
/** The number of lines, which the bar of every page shows (app/client/basket-fields.ts). */
const countCookieName = "basketcount";

export const readVisitorList = (cookies: BasketCookies): PricedBasketItem[] =>
	parseBasket(cookies.get(cookieName));

/** Sets the cookie with the number of lines in the basket, of a visitor or an account. */
export function setBasketCount(cookies: BasketCookies, count: number): void {
	if ((cookies.get(countCookieName) ?? "0") === String(count)) return;
	if (count === 0) cookies.delete(countCookieName);
	else
		cookies.set(countCookieName, String(count), { maxAge: basketMaxAgeSeconds, isReadable: true });
}

/** @throws ShopError 409 if the cookie has no room for the list */
function saveVisitorList(cookies: BasketCookies, items: readonly PricedBasketItem[]): void {
	const text = formatBasketCookie(items);
	if (text === null || items.length > basketLinesMax) {
		throw new ShopError("visitor_basket_full", { max: basketLinesMax });
	}
	if (text === "") cookies.delete(cookieName);
	else cookies.set(cookieName, text, { maxAge: basketMaxAgeSeconds });
	setBasketCount(cookies, items.length);
}

type Line = Omit<StoredBasketLine, "addedAt">;

/** Reads the tools of a visitor's list. Leaves out tools that do not exist, and drafts, because a cookie can name any tool. */
async function readLines({ db }: ShopContext, items: readonly PricedBasketItem[]): Promise<Line[]> {
	if (items.length === 0) return [];
	const ids = JSON.stringify(items.map(({ productId }) => productId));
	const rows = await retry(() =>
		db
			.select({ id: products.id, ...basketColumns })
			.from(products)
			.where(
				and(inArray(products.id, sql`(select value from json_each(${ids}))`), not(products.draft)),
			),
	);
	const productById = new Map(rows.map(({ id, ...product }) => [id, product]));
	return items.flatMap(({ productId, quantity, priceCents }) => {
		const product = productById.get(productId);
		return product ? [{ productId, quantity, addedCents: priceCents, product }] : [];
	});
}

export const listVisitorBasket = (shop: ShopContext, cookies: BasketCookies): Promise<Line[]> =>
	readLines(shop, readVisitorList(cookies));

/**
 * Does what `addToAccountBasket` does, for a visitor. A repeated request has the old cookie, so it adds the pieces only once.
 * @throws ShopError 409 if the list is full; then nothing is added
 */
export async function addToVisitorBasket(
	shop: ShopContext,
	cookies: BasketCookies,
	items: readonly NewBasketItem[],
): Promise<Line[]> {
	const requested = items.map((item) => ({
		quantity: 1,
		priceCents: 0,
		productId: item.productId,
	}));
	const productById = new Map(
		(await readLines(shop, requested)).map(({ productId, product }) => [productId, product]),
	);
	const itemById = new Map(readVisitorList(cookies).map((item) => [item.productId, item]));
	for (const { productId, quantity } of items) {
		const product = productById.get(productId);
		if (!product?.isPublished) continue;
		const currentQuantity = itemById.get(productId)?.quantity ?? 0;
		const pieces = Math.min(currentQuantity + (quantity ?? product.minimum), quantityMax);
		const priceCents = getUnitPriceCents(product, pieces);
		itemById.set(productId, { productId, quantity: pieces, priceCents });
	}
	const list = [...itemById.values()];
	saveVisitorList(cookies, list);
	return list.flatMap(({ productId, quantity, priceCents }) => {
		const product = productById.get(productId);
		return product ? [{ productId, quantity, addedCents: priceCents, product }] : [];
	});
}

/** @param quantity null to remove the line @returns the line as it was; null if there was none */
export async function changeVisitorLine(
	shop: ShopContext,
	cookies: BasketCookies,
	{ productId, quantity }: { productId: string; quantity: number | null },
): Promise<PricedBasketItem | null> {
	const list = readVisitorList(cookies);
	const line = list.find((item) => item.productId === productId);
	if (!line) return null;
	const others = list.filter((item) => item !== line);
	if (quantity === null) {
		saveVisitorList(cookies, others);
		return line;
	}
	const [current] = await readLines(shop, [line]);
	const priceCents = current ? getUnitPriceCents(current.product, quantity) : line.priceCents;
	saveVisitorList(
		cookies,
		list.map((item) => (item === line ? { productId, quantity, priceCents } : item)),
	);
	return line;
}

/**
 * Moves a visitor's list into the basket of the account that has just signed in. The larger of two quantities stays, so that moving it
 * twice changes nothing. Staff have no basket, so the list stays in its cookie until a shopper signs in.
 */
export async function moveVisitorBasket(shop: ShopContext, cookies: BasketCookies): Promise<void> {
	const { account } = shop;
	if (!account || !can(account, "orders:place")) return;
	const lines = await addBasketItems(shop, account.id, readVisitorList(cookies), null);
	if (cookies.get(cookieName) !== undefined) cookies.delete(cookieName);
	setBasketCount(cookies, lines.length);
}
