import { and, isNull, type SQL, sql } from "drizzle-orm";
import { quickOrderChoicesMax } from "#contract/limits.ts";
import { retryBatch } from "#worker/db/retry.ts";
import { productNumbers, products } from "#worker/db/schema.ts";
import { basketColumns } from "../basket/lines.ts";
import { selectNames } from "../catalogue/find.ts";
import {
	createMatchQueries,
	createVocabulary,
	getPartKey,
	getTextKey,
	mayLackLeadingLetters,
	minPartKeyLength,
	restoreLeadingZeros,
} from "../catalogue/search-text.ts";
import type { ShopContext } from "../context.ts";

/** `item` is a part number or name. `toolId` is the tool that the customer has already chosen for it, if any. */
export type RequestedItem = { item: string; toolId: string | null };

/** Maximum number of tools read per line. Only those with the shortest names are offered. */
const candidatesMax = 4 * quickOrderChoicesMax;

/** The characters that each character is often confused with. */
const lookalikes = new Map(
	["0o", "1il", "5s", "8b", "2z"].flatMap((group) =>
		[...group].map((character) => [character, [...group.replace(character, "")]] as const),
	),
);

/** Maximum length of a key to correct. The corrections of 200 longer keys would exceed the 2 MB that D1 allows for a parameter. */
const typoKeyMax = 32;

/** Excludes texts without a digit, which are mostly words, and shorter keys, because too many part numbers begin with them. */
const isSpecificPartKey = (key: string) => key.length >= 4 && /\d/.test(key);

/**
 * Lists the part keys that the customer may have meant: `key` with zeros at its start, without one character, with two swapped, or with one
 * lookalike.
 */
function listCorrections(key: string): string[] {
	if (!isSpecificPartKey(key) || key.length > typoKeyMax) return restoreLeadingZeros(key);
	const corrections = [...key].flatMap((character, index) => {
		const [before, after] = [key.slice(0, index), key.slice(index + 1)];
		const swapped = before + after.slice(0, 1) + character + after.slice(1);
		const withLookalike = (lookalikes.get(character) ?? []).map((other) => before + other + after);
		return [before + after, swapped, ...withLookalike];
	});
	return [...new Set([...corrections, ...restoreLeadingZeros(key)])].filter(
		(correction) => correction !== key,
	);
}

const lineNumber = sql<number>`item.value ->> 'line'`.as("line");

/** Selects the tools of all entries in one statement. `condition` compares a product with `item.value`, the entry of a line. */
function findTools({ db }: ShopContext, entries: object[], condition: SQL | undefined) {
	const { id, partKey, partDigits } = products;
	return db
		.select({ line: lineNumber, id, partKey, partDigits, ...basketColumns })
		.from(sql`json_each(${JSON.stringify(entries)}) as item`)
		.crossJoin(products)
		.where(and(condition, isNull(products.deletedAt)));
}

type FoundRow = Awaited<ReturnType<typeof findTools>>[number];
type NumberedItem = RequestedItem & { line: number };
export type FoundTool = Omit<FoundRow, "line">;

const selectField = (name: string) => sql`item.value ->> ${sql.raw(`'${name}'`)}`;

/** Matches only the first `candidatesMax` tools of each line, because a thousand tools may have the same name. */
const isCandidate = (condition: SQL | undefined) =>
	sql`${products.id} in (select found.id from ${products} as found where ${condition} limit ${sql.raw(String(candidatesMax))})`;

/** Matches the newest tools whose names match the line's FTS5 query. */
const matchesText = sql`${products.id} in (select ${productNumbers.productId} from ${productNumbers} where ${productNumbers.number} in (
	select rowid from product_search where product_search match ${selectField("match")} order by rowid desc limit ${sql.raw(String(candidatesMax))}))`;

function findExact(shop: ShopContext, lines: readonly NumberedItem[]) {
	const entries = lines.map(({ line, item, toolId }) => ({
		line,
		toolId,
		name: item,
		key: getPartKey(item).length < minPartKeyLength ? null : getPartKey(item),
	}));
	const hasName = isCandidate(
		sql`found.name collate nocase = ${selectField("name")} and found.deleted_at is null`,
	);
	return retryBatch(shop.db, [
		findTools(shop, entries, sql`${products.id} = ${selectField("toolId")}`),
		findTools(shop, entries, sql`${products.partKey} = ${selectField("key")}`),
		findTools(shop, entries, hasName),
	]);
}

/**
 * Finds tools whose name has the words of a line, or whose part number the line may misspell, shorten, or give without its leading
 * letters. Also reads all names, for `findMisspelled`.
 */
function findSimilar(shop: ShopContext, lines: readonly NumberedItem[]) {
	const textQueries = lines.flatMap(({ line, item }) => {
		const match = createMatchQueries(item)?.nameOnly;
		return match === undefined ? [] : [{ line, match }];
	});
	const typoKeys = lines.flatMap(({ line, item }) =>
		listCorrections(getPartKey(item)).map((key) => ({ line, key })),
	);
	const prefixKeys = lines.flatMap(({ line, item }) => {
		const key = getPartKey(item);
		return isSpecificPartKey(key) ? [{ line, key, end: `${key}\u{10ffff}` }] : [];
	});
	const digitKeys = lines.flatMap(({ line, item }) => {
		const key = getPartKey(item);
		return mayLackLeadingLetters(key) ? [{ line, key }] : [];
	});
	const hasDigits = isCandidate(
		sql`found.part_digits = ${selectField("key")} and found.deleted_at is null`,
	);
	const startsWithKey = isCandidate(
		sql`found.part_key > ${selectField("key")} and found.part_key < ${selectField("end")} and found.deleted_at is null`,
	);
	return retryBatch(shop.db, [
		findTools(shop, digitKeys, hasDigits),
		findTools(shop, typoKeys, sql`${products.partKey} = ${selectField("key")}`),
		findTools(shop, prefixKeys, startsWithKey),
		findTools(shop, textQueries, matchesText),
		selectNames(shop),
	]);
}

/**
 * Maximum number of comparisons between a word of a line and a word of a name. They take a third of a second. Without a limit, 200 lines
 * of unknown words would take a minute.
 */
const comparisonsMax = 400_000;

/** Finds tools whose names have words similar to those of a line. Skips the lines that would exceed `comparisonsMax`. */
async function findMisspelled(
	shop: ShopContext,
	lines: readonly NumberedItem[],
	names: readonly { name: string }[],
) {
	const vocabulary = createVocabulary(names.map(({ name }) => name));
	let comparisonCount = 0;
	const textQueries = lines.flatMap(({ line, item }) => {
		comparisonCount += getTextKey(item).split(" ").length * vocabulary.size;
		if (comparisonCount > comparisonsMax) return [];
		const match = createMatchQueries(item, null, vocabulary)?.nameOnly;
		return match === undefined ? [] : [{ line, match }];
	});
	if (textQueries.length === 0) return [];
	return (await retryBatch(shop.db, [findTools(shop, textQueries, matchesText)]))[0];
}

export type Match =
	| { kind: "found"; tool: FoundTool }
	| { kind: "near_match" | "several_matches"; choices: FoundTool[] }
	| { kind: "not_found" };

/** Returns each tool of a line once. The shortest names come first, because they have the fewest words that the customer did not type. */
function getToolsOfLine(rows: readonly FoundRow[], line: number): FoundTool[] {
	const tools = rows.filter((row) => row.line === line).map(({ line: _, ...tool }) => tool);
	const byId = new Map(tools.map((tool) => [tool.id, tool]));
	return [...byId.values()].sort((a, b) => a.name.length - b.name.length);
}

/**
 * Finds the tool of each line by its part number or name, in at most three round trips for all lines. Offers similar tools as choices,
 * but never chooses one.
 */
export async function matchItems(
	shop: ShopContext,
	items: readonly RequestedItem[],
): Promise<Match[]> {
	const lines = items.map((item, line) => ({ ...item, line }));
	const matches = new Map<number, Match>();
	const getUnmatchedLines = () =>
		lines.filter(({ line, item }) => item !== "" && !matches.has(line));
	const recordMatches = (rows: readonly FoundRow[], kind: "found" | "near_match") => {
		for (const { line } of getUnmatchedLines()) {
			const tools = getToolsOfLine(rows, line);
			const [tool] = tools;
			if (!tool) continue;
			const choices = tools.slice(0, quickOrderChoicesMax);
			if (tools.length === 1 && kind === "found") matches.set(line, { kind, tool });
			else matches.set(line, { kind: kind === "found" ? "several_matches" : kind, choices });
		}
	};
	const linesWithItem = getUnmatchedLines();
	if (linesWithItem.length === 0) return items.map(() => ({ kind: "not_found" }));
	for (const rows of await findExact(shop, linesWithItem)) recordMatches(rows, "found");
	const inexactLines = getUnmatchedLines();
	if (inexactLines.length > 0) {
		const [digitRows, typoRows, prefixRows, textRows, names] = await findSimilar(
			shop,
			inexactLines,
		);
		const textKeyByLine = new Map(inexactLines.map(({ line, item }) => [line, getTextKey(item)]));
		recordMatches(
			textRows.filter(({ line, name }) => textKeyByLine.get(line) === getTextKey(name)),
			"found",
		);
		recordMatches(digitRows, "near_match");
		recordMatches([...typoRows, ...prefixRows], "near_match");
		for (const { line } of getUnmatchedLines()) {
			const choices = getToolsOfLine(textRows, line).slice(0, quickOrderChoicesMax);
			if (choices.length === 0) continue;
			matches.set(line, { kind: choices.length > 1 ? "several_matches" : "near_match", choices });
		}
		const misspelledLines = getUnmatchedLines();
		if (misspelledLines.length > 0)
			recordMatches(await findMisspelled(shop, misspelledLines, names), "near_match");
	}
	return lines.map(({ line }) => matches.get(line) ?? { kind: "not_found" });
}
