import { textLength } from "#contract/limits.ts";
import { getPartKey } from "../catalogue/search-text.ts";
import type { ShopContext } from "../context.ts";
import { type Match, matchItems, type RequestedItem } from "./match.ts";
import type { TypedLine } from "./parse-lines.ts";

export type RequestedLine = RequestedItem & TypedLine;
export type MatchedLine = { line: RequestedLine; match: Match };

const getTools = (match: Match) => {
	if (match.kind === "not_found") return [];
	return match.kind === "found" ? [match.tool] : match.choices;
};

/** Whether the item is a part number, with or without its leading letters: `TTD-1101` or `1101`. */
function isPartNumber({ line, match }: MatchedLine): boolean {
	const key = getPartKey(line.item);
	return getTools(match).some(({ partKey, partDigits }) => key === partKey || key === partDigits);
}

/**
 * Returns the interpretation that matches a tool. If both match, the one whose item is a part number. If both are part numbers, the tools of both are
 * choices, and the quantity is empty until the customer chooses one.
 */
function chooseInterpretation(first: MatchedLine, second: MatchedLine): MatchedLine {
	if (first.match.kind === "not_found" && second.match.kind !== "not_found") return second;
	const [firstIsPartNumber, secondIsPartNumber] = [first, second].map(isPartNumber);
	if (!firstIsPartNumber || !secondIsPartNumber) return secondIsPartNumber ? second : first;
	const items = [first.line.item, second.line.item];
	// Restores the typed order: "4 x" was typed before the item, "4" or "x 4" after it.
	const item = (/\D$/.test(first.line.quantity) ? items.toReversed() : items).join(" x ");
	const line = { ...first.line, item, quantity: "" };
	const choices = [...getTools(first.match), ...getTools(second.match)];
	return { line, match: { kind: "several_matches", choices } };
}

/**
 * Finds the tools of typed lines (`matchItems`). A line of two numbers is interpreted both ways: `1201 x 4` and `4 x 1201` both mean four
 * pieces of the tool with part number 1201. In `torque wrench 12`, 12 is the quantity unless a tool matches the whole text.
 */
export async function matchTypedLines(
	shop: ShopContext,
	lines: readonly RequestedLine[],
): Promise<MatchedLine[]> {
	const others = lines.flatMap(({ other, tool }) => (other && tool === null ? [other] : []));
	const interpretations = [
		...lines,
		...others.map((other): RequestedLine => ({ ...other, tool: null })),
	];
	const items = interpretations.map(({ item, tool }) => ({
		item: item.slice(0, textLength.name),
		tool,
	}));
	const matches = await matchItems(shop, items);
	const matched = interpretations.map((line, index) => ({
		line,
		match: matches[index] ?? ({ kind: "not_found" } as const),
	}));
	const byInterpretation = new Map(
		others.map((other, index) => [other, matched[lines.length + index]]),
	);
	return matched.slice(0, lines.length).map((first) => {
		const second = first.line.other && byInterpretation.get(first.line.other);
		return second ? chooseInterpretation(first, second) : first;
	});
}
