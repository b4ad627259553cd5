import { quoteLinesMax, textLength } from "#contract/limits.ts";
import { getUnitPriceCents } from "#contract/price-breaks.ts";
import { requireCapability } from "#worker/auth/authorize.ts";
import type { ShopContext } from "../context.ts";
import { matchTypedLines } from "../quick-order/interpretations.ts";
import type { FoundTool, Match } from "../quick-order/match.ts";
import { parseLines, parseQuantity, type TypedLine } from "../quick-order/parse-lines.ts";

const numberLast = /^(.+?)\s+(\d{1,7})$/;
const numberFirst = /^(\d{1,7})\s+(.+)$/;

const formatLine = ({ item, quantity }: TypedLine) =>
	quantity === "" ? item : `${item}, ${parseQuantity(quantity) ?? quantity}`;

/** Takes the number in "floor jack 12" or "12 floor jacks", which may also be part of the name, as the quantity. */
function splitNumber(line: TypedLine): TypedLine | null {
	const text = formatLine(line);
	// The patterns take quadratic time in a line's length.
	if (parseQuantity(line.quantity) !== null || text.length > 2 * textLength.name) return null;
	const [, before, last] = numberLast.exec(text) ?? [];
	if (before && last) return { item: before, quantity: last };
	const [, first, rest] = numberFirst.exec(text) ?? [];
	return first && rest ? { item: rest, quantity: first } : null;
}

const match = (shop: ShopContext, lines: readonly TypedLine[]) =>
	matchTypedLines(
		shop,
		lines.map((line) => ({ ...line, tool: null })),
	);

/** A line that is not a tool's part number or name is matched again with its first or last number as the quantity. */
async function matchLines(shop: ShopContext, typed: readonly TypedLine[]) {
	const matched = (await match(shop, typed)).map(({ line, match: found }) => {
		const split = found.kind === "found" ? null : splitNumber(line);
		return { line, found, split };
	});
	const split = matched.flatMap((entry) => entry.split ?? []);
	const retriedMatches = split.length > 0 ? await match(shop, split) : [];
	return matched.map((entry) => {
		const retried = entry.split && retriedMatches[split.indexOf(entry.split)]?.match;
		const isBetter =
			retried?.kind === "found" ||
			(retried?.kind !== "not_found" && entry.found.kind === "not_found");
		return entry.split && retried && isBetter ? { line: entry.split, found: retried } : entry;
	});
}

/** The tools that an ambiguous line may mean. */
const formatChoices = (found: Match): string[] =>
	"choices" in found
		? found.choices.map(({ name, partNumber }) => (partNumber ? `${partNumber} ${name}` : name))
		: [];

/**
 * Finds the tools of typed lines by part number or whole name, as a quick order does. If a line may mean several tools, staff choose.
 * @returns the matched lines with the unit price at their quantity, and the lines that do not identify one tool
 */
export async function matchToolLines(shop: ShopContext, text: string) {
	requireCapability(shop, "quotes:answer");
	const typed = parseLines(text).slice(0, 2 * quoteLinesMax);
	const lines = new Map<string, { tool: FoundTool; quantity: number }>();
	const unmatched: { text: string; choices: string[] }[] = [];
	for (const { line, found } of await matchLines(shop, typed)) {
		if (found.kind !== "found") {
			unmatched.push({ text: formatLine(line), choices: formatChoices(found) });
			continue;
		}
		const { tool } = found;
		const previousQuantity = lines.get(tool.id)?.quantity ?? 0;
		lines.set(tool.id, {
			tool,
			quantity: previousQuantity + (parseQuantity(line.quantity) ?? tool.minimum),
		});
	}
	return {
		lines: [...lines.values()].map(({ tool, quantity }) => ({
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
