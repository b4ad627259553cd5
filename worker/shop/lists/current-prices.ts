import { getUnitPriceCents } from "#contract/price-breaks.ts";
import { isOutOfStock } from "#contract/stock.ts";
import { toBasketLine } from "../basket/view.ts";
import type { requireSavedList } from "./lists.ts";

type Lines = Awaited<ReturnType<typeof requireSavedList>>["lines"];

/** Adds current prices and stock to the lines of a list. */
export function addCurrentPrices(storedLines: Lines) {
	const lines = storedLines.map(({ productId, quantity, product }) => {
		const addedCents = getUnitPriceCents(product, quantity);
		const line = toBasketLine({ productId, quantity, addedCents, product });
		const isSoldOut = line.isPublished && isOutOfStock({ ...product, quantity: product.stock });
		return isSoldOut ? { ...line, problem: "Out of stock." } : line;
	});
	return { lines, totalCents: lines.reduce((sum, line) => sum + (line.totalCents ?? 0), 0) };
}
