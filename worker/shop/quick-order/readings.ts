import { textLength } from "#contract/limits.ts";
import { partKeyOf } from "../catalogue/search-text.ts";
import type { Shop } from "../context.ts";
import { type Asked, type Match, matchItems } from "./match.ts";
import type { TypedLine } from "./parse-lines.ts";

type Line = Asked & TypedLine;
export type MatchedLine = { line: Line; match: Match };

const toolsOf = (match: Match) => {
	if (match.kind === "not_found") return [];
	return match.kind === "found" ? [match.tool] : match.choices;
};

/** Whether the item is the number of a tool, or all of it but the letters at its start: `1101` of `TTD-1101`. */
function isPartNumber({ line, match }: MatchedLine): boolean {
	const key = partKeyOf(line.item);
	return toolsOf(match).some(({ partKey, partDigits }) => key === partKey || key === partDigits);
}

/** The reading of two numbers in which one is that of a tool. Where both are, the line has no quantity until a tool is chosen. */
function chooseReading(first: MatchedLine, second: MatchedLine): MatchedLine {
	const [isFirst, isSecond] = [first, second].map(isPartNumber);
	if (!isFirst || !isSecond) return isSecond ? second : first;
	const items = [first.line.item, second.line.item];
	// As it was typed: "4 x" is in front of the item, "4" and "x 4" follow it.
	const item = (/\D$/.test(first.line.quantity) ? items.toReversed() : items).join(" x ");
	const line = { ...first.line, item, quantity: "" };
	const choices = [...toolsOf(first.match), ...toolsOf(second.match)];
	return { line, match: { kind: "several_matches", choices } };
}

/**
 * Finds the tools of typed lines (`matchItems`). A line of two numbers is read both ways: `1201 x 4` and `4 x 1201` are four
 * pieces of the tool with the number 1201.
 */
export async function matchReadings(shop: Shop, lines: readonly Line[]): Promise<MatchedLine[]> {
	const others = lines.flatMap(({ other, tool }) => (other && tool === null ? [other] : []));
	const readings = [...lines, ...others.map((other): Line => ({ ...other, tool: null }))];
	const asked = readings.map(({ item, tool }) => ({ item: item.slice(0, textLength.name), tool }));
	const matches = await matchItems(shop, asked);
	const matched = readings.map((line, index) => ({
		line,
		match: matches[index] ?? ({ kind: "not_found" } as const),
	}));
	const byReading = new Map(others.map((other, index) => [other, matched[lines.length + index]]));
	return matched.slice(0, lines.length).map((first) => {
		const second = first.line.other && byReading.get(first.line.other);
		return second ? chooseReading(first, second) : first;
	});
}
