import { textLength } from "#contract/limits.ts";
import { getPartKey } from "../catalogue/search-text.ts";
import type { ShopContext } from "../context.ts";
import { type Match, matchItems, type RequestedItem } from "./match.ts";
import type { TypedLine } from "./parse-lines.ts";

export type RequestedLine = RequestedItem & TypedLine;
export type MatchedLine = { line: RequestedLine; match: Match };

const getMatchingTools = (match: Match) => {
	if (match.kind === "not_found") return [];
	return match.kind === "found" ? [match.tool] : match.choices;
};

/** Whether the item is a tool's part number, with or without its leading letters: `TTD-1101` or `1101`. */
function isPartNumber({ line, match }: MatchedLine): boolean {
	const key = getPartKey(line.item);
	return getMatchingTools(match).some(
		({ partKey, partDigits }) => key === partKey || key === partDigits,
	);
}

/**
 * Returns the only interpretation that matches a tool. If both match, returns the one whose item is a part number, or else the first. If
 * both items are part numbers, offers the tools of both as choices, with an empty quantity.
 */
function chooseInterpretation(first: MatchedLine, second: MatchedLine): MatchedLine {
	if (first.match.kind === "not_found" && second.match.kind !== "not_found") return second;
	const [firstIsPartNumber, secondIsPartNumber] = [first, second].map(isPartNumber);
	if (!firstIsPartNumber || !secondIsPartNumber) return secondIsPartNumber ? second : first;
	const items = [first.line.item, second.line.item];
	// Restores the typed order: a quantity that ends in a non-digit ("4 x") was typed before the item, any other ("4", "x 4") after it.
	const item = (/\D$/.test(first.line.quantity) ? items.toReversed() : items).join(" x ");
	const line = { ...first.line, item, quantity: "" };
	const choices = [...getMatchingTools(first.match), ...getMatchingTools(second.match)];
	return { line, match: { kind: "several_matches", choices } };
}

/**
 * Finds the tools that typed lines ask for, with `matchItems`. A line of two numbers is interpreted both ways: `1201 x 4` and `4 x 1201`
 * both mean four pieces of the tool with part number 1201. In `torque wrench 12`, 12 is the quantity unless a tool matches the whole text.
 */
export async function matchTypedLines(
	shop: ShopContext,
	lines: readonly RequestedLine[],
): Promise<MatchedLine[]> {
	const alternatives = lines.flatMap(({ alternative, toolId }) =>
		alternative && toolId === null ? [alternative] : [],
	);
	const interpretations = [
		...lines,
		...alternatives.map((line): RequestedLine => ({ ...line, toolId: null })),
	];
	const items = interpretations.map(({ item, toolId }) => ({
		item: item.slice(0, textLength.name),
		toolId,
	}));
	const matches = await matchItems(shop, items);
	const matchedLines = interpretations.map((line, index) => ({
		line,
		match: matches[index] ?? ({ kind: "not_found" } as const),
	}));
	const matchedByAlternative = new Map(
		alternatives.map((alternative, index) => [alternative, matchedLines[lines.length + index]]),
	);
	return matchedLines.slice(0, lines.length).map((first) => {
		const { alternative } = first.line;
		const second = alternative && matchedByAlternative.get(alternative);
		return second ? chooseInterpretation(first, second) : first;
	});
}
