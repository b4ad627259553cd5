import { orderTotalLimits } from "#contract/limits.ts";
import { formatCount } from "#contract/numbers.ts";
import { findBrokenRule, type Orderable, roundToCartons } from "#contract/order-rules.ts";
import { getPriceSteps, getUnitPriceCents } from "#contract/price-breaks.ts";
import { can } from "#contract/roles.ts";
import { isOutOfStock } from "#contract/stock.ts";
import type { ShopContext } from "../context.ts";
import {
	addToAccountBasket,
	listBasketLines,
	type NewBasketItem,
	removeBasketLine,
	type StoredBasketLine,
	setBasketLine,
} from "./lines.ts";
import {
	addToVisitorBasket,
	type BasketCookies,
	changeVisitorLine,
	listVisitorBasket,
	moveVisitorBasket,
	readVisitorList,
	setBasketCount,
} from "./visitor.ts";

type Line = Omit<StoredBasketLine, "addedAt">;

/** @returns the quantity nearest to the wanted one that can be ordered; null if there is none */
function findNearestQuantity(product: Orderable, quantity: number): number | null {
	const quantityForMinimumTotal = Math.ceil(orderTotalLimits.min / product.priceCents);
	const nearest = roundToCartons(product, Math.max(quantity, quantityForMinimumTotal));
	return findBrokenRule(product, nearest) === null ? nearest : null;
}

/** Does not say which quantity can be ordered, because pages show that next to the problem. */
function describeProblem(product: Orderable, quantity: number): string | null {
	if (isOutOfStock(product)) return "Out of stock. It stays in your basket.";
	const brokenRule = findBrokenRule(product, quantity);
	switch (brokenRule?.code) {
		case undefined:
			return null;
		case "below_minimum":
			return `The minimum order is ${formatCount(product.minimum, "piece")}.`;
		case "insufficient_stock":
			return `Only ${formatCount(product.quantity, "piece")} in stock.`;
		case "not_whole_cartons":
			return `Sold in cartons of ${formatCount(product.orderMultiple, "piece")}.`;
		default:
			return brokenRule?.message ?? null;
	}
}

/** Computes a line from the current data of the tool. */
export function toBasketLine({ productId, quantity, addedCents, product }: Line) {
	const { name, partNumber, img, stock, isPublished } = product;
	const line = { productId, quantity, name, partNumber, img };
	if (!isPublished) {
		const problem = "We no longer sell this tool.";
		return {
			...line,
			isPublished,
			unitCents: null,
			previousUnitCents: null,
			totalCents: null,
			problem,
			orderableQuantity: null,
			orderableCents: null,
			nextBreak: null,
			minimum: 1,
			multiple: 1,
		};
	}
	const tool = { ...product, quantity: stock };
	const unitCents = getUnitPriceCents(tool, quantity);
	const problem = describeProblem(tool, quantity);
	const orderableQuantity = findNearestQuantity(tool, quantity);
	return {
		...line,
		isPublished,
		unitCents,
		/** The next price break. */
		nextBreak: getPriceSteps(product).find(([from]) => from > quantity) ?? null,
		minimum: product.minimum,
		multiple: product.orderMultiple,
		/** The earlier price, if it has changed since the customer chose the quantity. */
		previousUnitCents: addedCents === unitCents ? null : addedCents,
		totalCents: problem === null ? unitCents * quantity : null,
		problem,
		/** The quantity that can be ordered now, which differs from `quantity` if there is a problem; null if none can be ordered. */
		orderableQuantity,
		orderableCents: orderableQuantity && getUnitPriceCents(tool, orderableQuantity),
	};
}

export type BasketLine = ReturnType<typeof toBasketLine>;

export const toBasket = (stored: readonly Line[]) => {
	const lines = stored.map(toBasketLine);
	return { lines, totalCents: lines.reduce((sum, line) => sum + (line.totalCents ?? 0), 0) };
};

export type Basket = ReturnType<typeof toBasket>;

/**
 * Reads the basket of the account, or of the visitor. If the sign-in could not move the visitor's list into it, the list is moved here.
 * @returns null for staff, who have no basket
 */
export async function readBasket(
	shop: ShopContext,
	cookies: BasketCookies,
): Promise<Basket | null> {
	const { account } = shop;
	if (account && !can(account, "orders:place")) return null;
	if (account && readVisitorList(cookies).length > 0) await moveVisitorBasket(shop, cookies);
	const stored = account ? await listBasketLines(shop) : await listVisitorBasket(shop, cookies);
	setBasketCount(cookies, stored.length);
	return toBasket(stored);
}

/**
 * Adds tools to the basket of the account, or of the visitor.
 * @returns lines of the basket, including those of these tools
 * @throws ShopError as `addToAccountBasket` and `addToVisitorBasket` do
 */
export async function addToBasket(
	shop: ShopContext,
	cookies: BasketCookies,
	items: readonly NewBasketItem[],
	key: string | null = null,
): Promise<Line[]> {
	if (!shop.account) return addToVisitorBasket(shop, cookies, items);
	const lines = await addToAccountBasket(shop, items, key);
	setBasketCount(cookies, lines.length);
	return lines;
}

/** @param quantity null to remove the line @returns how many pieces the line had; null if there was none */
export async function changeBasketLine(
	shop: ShopContext,
	cookies: BasketCookies,
	change: { productId: string; quantity: number | null },
): Promise<number | null> {
	if (!shop.account) return (await changeVisitorLine(shop, cookies, change))?.quantity ?? null;
	const { productId, quantity } = change;
	if (quantity === null) return (await removeBasketLine(shop, productId))?.quantity ?? null;
	await setBasketLine(shop, { productId, quantity });
	return quantity;
}
