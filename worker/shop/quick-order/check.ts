import { quantityMax } from "#contract/limits.ts";
import { formatInteger } from "#contract/numbers.ts";
import { findBrokenRule } from "#contract/order-rules.ts";
import { getUnitPriceCents } from "#contract/price-breaks.ts";
import type { LineResult } from "#contract/quick-order.ts";
import { isOutOfStock } from "#contract/stock.ts";
import { enforceRateLimit } from "#worker/auth/rate-limits.ts";
import { type BasketLine, toBasketLine } from "../basket/view.ts";
import type { ShopContext } from "../context.ts";
import { type MatchedLine, matchTypedLines, type RequestedLine } from "./interpretations.ts";
import type { FoundTool, Match } from "./match.ts";
import { parseQuantity } from "./parse-lines.ts";

export type CheckedLine = {
	item: string;
	/** The quantity as typed, or the sum of the merged lines. */
	quantity: string;
	result: LineResult;
	/** Says how to correct the line; null if it can be ordered. */
	message: string | null;
	/** Null unless exactly one tool was found. Without a valid quantity, the prices are those of the minimum order. */
	tool: BasketLine | null;
	/** The tools to choose from. */
	choices: BasketLine[];
	/** How many typed lines were merged into this one, because they name the same tool. */
	mergedLineCount: number;
};

const toToolLine = ({ id: productId, ...product }: FoundTool, quantity: number) => {
	// The line is not in a basket, so its price cannot have changed since it was added.
	const addedCents = getUnitPriceCents(product, quantity);
	return toBasketLine({ productId, quantity, addedCents, product });
};

const messages = {
	near_match: "Nothing has exactly this name or number. Choose the tool that you mean.",
	several_matches: "Several tools match. Choose the one that you mean.",
	not_found: "No tool has this part number or name. Correct it, or remove the line.",
	no_quantity: `Enter how many pieces, digits only: from 1 to ${formatInteger(quantityMax)}.`,
	out_of_stock: "Out of stock.",
};

/** @param shouldRound - whether to replace a quantity that cannot be ordered with the nearest one that can */
function checkLine(
	line: RequestedLine,
	match: Match,
	mergedLineCount: number,
	shouldRound: boolean,
): CheckedLine {
	const { item, quantity: typedQuantity } = line;
	const base = { item, quantity: typedQuantity, tool: null, choices: [], mergedLineCount };
	if (match.kind === "not_found")
		return { ...base, result: "not_found", message: messages.not_found };
	if (match.kind !== "found") {
		const choices = match.choices.map((tool) => toToolLine(tool, tool.minimum));
		return { ...base, result: match.kind, message: messages[match.kind], choices };
	}
	const product = { ...match.tool, quantity: match.tool.stock };
	const quantity = parseQuantity(typedQuantity);
	if (quantity === null) {
		const tool = toToolLine(match.tool, product.minimum);
		return { ...base, tool, result: "no_quantity", message: messages.no_quantity };
	}
	const tool = toToolLine(match.tool, quantity);
	const brokenRule = findBrokenRule(product, quantity);
	if (!brokenRule) return { ...base, tool, result: "found", message: null };
	if (isOutOfStock(product))
		return { ...base, tool, result: "out_of_stock", message: messages.out_of_stock };
	if (shouldRound && tool.orderableQuantity !== null)
		return checkLine(
			{ ...line, quantity: String(tool.orderableQuantity) },
			match,
			mergedLineCount,
			false,
		);
	return { ...base, tool, result: brokenRule.code, message: tool.problem };
}

type MergedLine = { line: RequestedLine; match: Match; mergedLineCount: number };

/** Adds two typed quantities. A missing one counts as 0. If one cannot be read, returns both, so that the customer corrects them. */
function addQuantities(...typedQuantities: string[]): string {
	const texts = typedQuantities.filter((text) => Number(text) !== 0);
	const sum = texts.reduce((total, text) => total + (parseQuantity(text) ?? Number.NaN), 0);
	return Number.isNaN(sum) ? texts.join(" + ") : String(sum || "");
}

/** Merges the lines of the same tool into one, with the sum of their quantities. */
function mergeLines(lines: readonly MatchedLine[]): MergedLine[] {
	const mergedLines: MergedLine[] = [];
	const mergedByTool = new Map<string, MergedLine>();
	for (const { line, match } of lines) {
		const merged = match.kind === "found" ? mergedByTool.get(match.tool.id) : undefined;
		if (merged) {
			const quantity = addQuantities(merged.line.quantity, line.quantity);
			merged.line = { ...merged.line, quantity };
			merged.mergedLineCount += 1;
			continue;
		}
		const newLine = { line, match, mergedLineCount: 1 };
		mergedLines.push(newLine);
		if (match.kind === "found") mergedByTool.set(match.tool.id, newLine);
	}
	return mergedLines;
}

/**
 * Checks what each line would order. Reads the catalog in at most three round trips.
 * @param shouldRound - whether to replace quantities that cannot be ordered with the nearest ones that can
 * @throws ShopError 429
 */
export async function checkLines(
	shop: ShopContext,
	lines: readonly RequestedLine[],
	shouldRound = false,
): Promise<CheckedLine[]> {
	await enforceRateLimit(shop.env, "quickOrder", shop.account?.id ?? shop.visitor.network);
	return mergeLines(await matchTypedLines(shop, lines)).map(({ line, match, mergedLineCount }) =>
		checkLine(line, match, mergedLineCount, shouldRound),
	);
}

/** Returns basket items for the lines that can be ordered. */
export const getOrderableItems = (lines: readonly CheckedLine[]) =>
	lines.flatMap(({ result, tool }) =>
		result === "found" && tool?.isPublished
			? [{ productId: tool.productId, quantity: tool.quantity, priceCents: tool.unitCents }]
			: [],
	);
