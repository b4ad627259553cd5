import { formatCents } from "./money.ts";
import { formatInteger } from "./numbers.ts";
import type { PriceList } from "./price-breaks.ts";

type BreakIssue = { index: number; part: "quantity" | "price"; message: string };
type Issue = { field: "price" | "minimum"; message: string };

/** Checks that quantities rise from the minimum order and prices fall from the list price, row by row. */
export function findBreakIssues({ priceCents, minimum, priceBreaks }: PriceList): BreakIssue[] {
	return priceBreaks.flatMap(([quantity, cents], index) => {
		const [quantityBefore, centsBefore] = priceBreaks[index - 1] ?? [minimum, priceCents];
		const isFirst = index === 0;
		const issues: BreakIssue[] = [];
		if (quantity <= quantityBefore) {
			const before = `${formatInteger(quantityBefore)}, ${isFirst ? "the minimum order" : "the quantity in the row above"}`;
			issues.push({ index, part: "quantity", message: `Must be more than ${before}` });
		}
		if (cents >= centsBefore) {
			const before = `${formatCents(centsBefore)}, ${isFirst ? "the price of smaller orders" : "the price in the row above"}`;
			issues.push({ index, part: "price", message: `Must be less than ${before}` });
		}
		return issues;
	});
}

function findMinimumIssue({ minimum, orderMultiple }: PriceList): Issue | null {
	if (minimum % orderMultiple === 0) return null;
	const next = Math.ceil(minimum / orderMultiple) * orderMultiple;
	const message = `Must be whole cartons of ${formatInteger(orderMultiple)} pieces, such as ${formatInteger(next)}`;
	return { field: "minimum", message };
}

/** Returns how a price or minimum conflicts with price breaks that the same edit leaves unchanged. */
export function findPriceIssue(product: PriceList): Issue | null {
	const { priceCents, minimum, priceBreaks } = product;
	const [quantity, cents] = priceBreaks[0] ?? [Number.POSITIVE_INFINITY, 0];
	const pieces = `${formatInteger(quantity)} pieces`;
	if (cents >= priceCents) {
		const message = `Must be more than ${formatCents(cents)}, the price from ${pieces}. Change the price breaks of this tool first`;
		return { field: "price", message };
	}
	if (quantity <= minimum) {
		const message = `Must be less than ${pieces}, where the first price break begins. Change the price breaks of this tool first`;
		return { field: "minimum", message };
	}
	return findMinimumIssue(product);
}
