import type { BasketItem } from "#contract/basket.ts";
import { errors, fillMessage } from "#contract/errors.ts";
import { orderTotalLimits } from "#contract/limits.ts";
import { formatCents } from "#contract/money.ts";
import { formatCount } from "#contract/numbers.ts";
import { findBrokenRule, type Orderable, roundToCartons } from "#contract/order-rules.ts";
import { getUnitPriceCents } from "#contract/price-breaks.ts";
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
	listVisitorLines,
	moveVisitorBasket,
	readBasketCookie,
	removeVisitorLine,
	setBasketCount,
	setVisitorQuantity,
} from "./visitor.ts";

/** @returns the orderable quantity that is nearest to the given one; null if none can be ordered */
function findNearestQuantity(product: Orderable, quantity: number): number | null {
	const quantityForMinimumTotal = Math.ceil(orderTotalLimits.min / product.priceCents);
	const nearest = roundToCartons(product, Math.max(quantity, quantityForMinimumTotal));
	return findBrokenRule(product, nearest) === null ? nearest : null;
}

/** Does not say which quantity can be ordered, because pages show that next to the problem. */
function describeProblem(product: Orderable, quantity: number): string | null {
	if (isOutOfStock(product)) return "Out of stock. It stays in your basket.";
	const brokenRule = findBrokenRule(product, quantity);
	if (!brokenRule) return null;
	switch (brokenRule.code) {
		case "below_minimum":
			return `The minimum order is ${formatCount(product.minimum, "piece")}.`;
		case "insufficient_stock":
			return `Only ${formatCount(product.quantity, "piece")} in stock.`;
		case "not_whole_cartons":
			return `Sold in cartons of ${formatCount(product.orderMultiple, "piece")}.`;
		default:
			return brokenRule.message;
	}
}

/** Computes a line's prices and problem from the tool's current data. */
export function toBasketLine({ productId, quantity, addedCents, product }: StoredBasketLine) {
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
		nextBreak: product.priceBreaks.find(([from]) => from > quantity) ?? null,
		minimum: product.minimum,
		multiple: product.orderMultiple,
		/** The price when the customer chose the quantity; null if it has not changed since. */
		previousUnitCents: addedCents === unitCents ? null : addedCents,
		totalCents: problem === null ? unitCents * quantity : null,
		problem,
		/** The nearest quantity that can be ordered now; null if none can be ordered. */
		orderableQuantity,
		orderableCents: orderableQuantity && getUnitPriceCents(tool, orderableQuantity),
	};
}

export type BasketLine = ReturnType<typeof toBasketLine>;

export const toBasket = (storedLines: readonly StoredBasketLine[]) => {
	const lines = storedLines.map(toBasketLine);
	return { lines, totalCents: lines.reduce((sum, line) => sum + (line.totalCents ?? 0), 0) };
};

export type Basket = ReturnType<typeof toBasket>;

/** Whether the checkout has anything to order, possibly in a different quantity, which it shows. */
const hasOrderableLine = ({ lines }: Pick<Basket, "lines">) =>
	lines.some(({ orderableQuantity }) => orderableQuantity !== null);

/** Returns why the basket cannot be ordered as it is, and what to do instead; null if it can. */
export function findBasketProblem(basket: Basket): string | null {
	const { lines, totalCents } = basket;
	if (!hasOrderableLine(basket)) {
		const canRequestAlert = lines.some(({ isPublished }) => isPublished);
		return `None of these tools can be ordered now. Add others to check out.${canRequestAlert ? " The page of a tool that is out of stock offers an email when it's back." : ""}`;
	}
	if (lines.every(({ problem }) => problem !== null)) {
		return "No tool can be ordered in this quantity. Set the quantities suggested above to check out.";
	}
	if (totalCents <= orderTotalLimits.max) return null;
	const values = { total: formatCents(totalCents), max: formatCents(orderTotalLimits.max) };
	return fillMessage(errors.checkout_total_too_high.message, values);
}

/**
 * Reads the basket of the account or the visitor. If the sign-in failed to move the visitor's basket into the account's, this moves it.
 * @returns the basket, with `waitingCount`, the number of the visitor's lines that it has no room for; null for staff, who have no basket
 */
export async function readBasket(
	shop: ShopContext,
	cookies: BasketCookies,
): Promise<(Basket & { waitingCount: number }) | null> {
	const { account } = shop;
	if (account && !can(account, "orders:place")) return null;
	const isMoving = account !== null && readBasketCookie(cookies).length > 0;
	const waitingCount = isMoving ? await moveVisitorBasket(shop, cookies) : 0;
	const lines = account ? await listBasketLines(shop) : await listVisitorLines(shop, cookies);
	setBasketCount(cookies, lines.length);
	return { ...toBasket(lines), waitingCount };
}

/**
 * Adds tools to the basket of the account or the visitor.
 * @returns the lines of the added tools; for an account, all lines of the basket
 * @throws ShopError as `addToAccountBasket` and `addToVisitorBasket` do
 */
export async function addToBasket(
	shop: ShopContext,
	cookies: BasketCookies,
	items: readonly NewBasketItem[],
	key: string | null = null,
): Promise<StoredBasketLine[]> {
	if (!shop.account) return addToVisitorBasket(shop, cookies, items);
	const lines = await addToAccountBasket(shop, items, key);
	setBasketCount(cookies, lines.length);
	return lines;
}

export async function setBasketQuantity(
	shop: ShopContext,
	cookies: BasketCookies,
	item: BasketItem,
): Promise<void> {
	if (shop.account) await setBasketLine(shop, item);
	else await setVisitorQuantity(shop, cookies, item);
}

/** @returns the quantity of the removed line; null if the tool was not in the basket */
export async function removeFromBasket(
	shop: ShopContext,
	cookies: BasketCookies,
	productId: string,
): Promise<number | null> {
	return shop.account ? removeBasketLine(shop, productId) : removeVisitorLine(cookies, productId);
}
