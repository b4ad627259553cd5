import { quoteLinesMax, textLength } from "#contract/limits.ts";
import { getUnitPriceCents } from "#contract/price-breaks.ts";
import { requireCapability } from "#worker/auth/authorize.ts";
import type { ShopContext } from "../context.ts";
import { matchTypedLines } from "../quick-order/interpretations.ts";
import type { FoundTool, Match } from "../quick-order/match.ts";
import { parseLines, parseQuantity, type TypedLine } from "../quick-order/parse-lines.ts";

const trailingNumber = /^(.+?)\s+(\d{1,7})$/;
const leadingNumber = /^(\d{1,7})\s+(.+)$/;

const formatLine = ({ item, quantity }: TypedLine) =>
	quantity === "" ? item : `${item}, ${parseQuantity(quantity) ?? quantity}`;

/**
 * Reads a number at the end or start of a line as the quantity, as in "floor jack 12" or "12 floor jacks", although it may be part of the
 * name.
 */
function splitNumber(line: TypedLine): TypedLine | null {
	const text = formatLine(line);
	// The patterns take quadratic time in a line's length.
	if (parseQuantity(line.quantity) !== null || text.length > 2 * textLength.name) return null;
	const [, before, last] = trailingNumber.exec(text) ?? [];
	if (before && last) return { item: before, quantity: last };
	const [, first, rest] = leadingNumber.exec(text) ?? [];
	return first && rest ? { item: rest, quantity: first } : null;
}

const matchOnce = (shop: ShopContext, lines: readonly TypedLine[]) =>
	matchTypedLines(
		shop,
		lines.map((line) => ({ ...line, toolId: null })),
	);

/** If a line is not a tool's part number or name, matches it again with its last or first number as the quantity. */
async function matchLines(shop: ShopContext, typedLines: readonly TypedLine[]) {
	const entries = (await matchOnce(shop, typedLines)).map(({ line, match }) => {
		const splitLine = match.kind === "found" ? null : splitNumber(line);
		return { line, match, splitLine };
	});
	const splitLines = entries.flatMap(({ splitLine }) => splitLine ?? []);
	const splitMatches = splitLines.length > 0 ? await matchOnce(shop, splitLines) : [];
	return entries.map(({ line, match, splitLine }) => {
		const splitMatch = splitLine && splitMatches[splitLines.indexOf(splitLine)]?.match;
		const isBetter =
			splitMatch?.kind === "found" ||
			(splitMatch?.kind !== "not_found" && match.kind === "not_found");
		return splitLine && splitMatch && isBetter
			? { line: splitLine, match: splitMatch }
			: { line, match };
	});
}

/** Names the tools that an ambiguous line may mean. */
const formatChoices = (match: Match): string[] =>
	"choices" in match
		? match.choices.map(({ name, partNumber }) => (partNumber ? `${partNumber} ${name}` : name))
		: [];

/**
 * Finds the tools that typed lines ask for, as quick order does. Staff choose the tool of a line that may mean several.
 * @returns the matched lines with the unit price at their quantity, and the lines that do not identify one tool
 */
export async function matchToolLines(shop: ShopContext, text: string) {
	requireCapability(shop, "quotes:answer");
	const typedLines = parseLines(text).slice(0, 2 * quoteLinesMax);
	const lineByTool = new Map<string, { tool: FoundTool; quantity: number }>();
	const unmatched: { text: string; choices: string[] }[] = [];
	for (const { line, match } of await matchLines(shop, typedLines)) {
		if (match.kind !== "found") {
			unmatched.push({ text: formatLine(line), choices: formatChoices(match) });
			continue;
		}
		const { tool } = match;
		const previousQuantity = lineByTool.get(tool.id)?.quantity ?? 0;
		lineByTool.set(tool.id, {
			tool,
			quantity: previousQuantity + (parseQuantity(line.quantity) ?? tool.minimum),
		});
	}
	return {
		lines: [...lineByTool.values()].map(({ tool, quantity }) => ({
			productId: tool.id,
			name: tool.name,
			partNumber: tool.partNumber,
			quantity,
			unitPriceCents: getUnitPriceCents(tool, quantity),
			listCents: tool.priceCents,
		})),
		unmatched,
	};
}

export type MatchedQuoteLine = Awaited<ReturnType<typeof matchToolLines>>["lines"][number];
export type UnmatchedQuoteLine = Awaited<ReturnType<typeof matchToolLines>>["unmatched"][number];
