import { and, isNull, type SQL, sql } from "drizzle-orm";
import { quickOrderChoicesMax } from "#contract/limits.ts";
import { retryBatch } from "#worker/db/retry.ts";
import { productNumbers, products } from "#worker/db/schema.ts";
import { basketColumns } from "../basket/lines.ts";
import { selectNames } from "../catalogue/find.ts";
import {
	canBePartDigits,
	createMatchQueries,
	createVocabulary,
	getPartKey,
	getTextKey,
	minPartKeyLength,
} from "../catalogue/search-text.ts";
import type { ShopContext } from "../context.ts";

/** `tool`: ID of the tool that the customer has already chosen for this text; null if none. */
export type RequestedItem = { item: string; tool: string | null };

/** More tools are read than are shown, so that the ones with the shortest names can be chosen. */
const candidatesMax = 4 * quickOrderChoicesMax;

/** Letters and digits that are often confused. */
const lookalikes = new Map(
	["0o", "1il", "5s", "8b", "2z"].flatMap((group) =>
		[...group].map((character) => [character, [...group.replace(character, "")]] as const),
	),
);

/** Maximum length of a key. With longer keys, the possible typos of 200 lines would exceed the 2 MB that D1 allows for a parameter. */
const typoKeyMax = 32;

/** Lists the part keys that `key` may stand for, if it has one character too many, two swapped, or one confused with another. */
function listCorrections(key: string): string[] {
	if (key.length < 4 || key.length > typoKeyMax || !/\d/.test(key)) return [];
	const found = [...key].flatMap((character, at) => {
		const [before, after] = [key.slice(0, at), key.slice(at + 1)];
		const replaced = (lookalikes.get(character) ?? []).map((other) => before + other + after);
		return [before + after, before + after.slice(0, 1) + character + after.slice(1), ...replaced];
	});
	return [...new Set(found)].filter((other) => other !== key);
}

const lineNumber = sql<number>`item.value ->> 'line'`.as("line");

/** One statement for all lines: the tools that `condition` finds for `item.value`. */
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

const field = (name: string) => sql`item.value ->> ${sql.raw(`'${name}'`)}`;

/** Limits the tools of each line, so that a thousand tools with one name do not fill the memory. */
const isAmong = (condition: SQL | undefined) =>
	sql`${products.id} in (select found.id from ${products} as found where ${condition} limit ${sql.raw(String(candidatesMax))})`;

/** The newest tools whose names match an FTS5 query of the line. */
const matchesText = sql`${products.id} in (select ${productNumbers.productId} from ${productNumbers} where ${productNumbers.number} in (
	select rowid from product_search where product_search match ${field("match")} order by rowid desc limit ${sql.raw(String(candidatesMax))}))`;

function findExact(shop: ShopContext, lines: readonly NumberedItem[]) {
	const entries = lines.map(({ line, item, tool }) => ({
		line,
		tool,
		name: item,
		key: getPartKey(item).length < minPartKeyLength ? null : getPartKey(item),
	}));
	const byName = isAmong(
		sql`found.name collate nocase = ${field("name")} and found.deleted_at is null`,
	);
	return retryBatch(shop.db, [
		findTools(shop, entries, sql`${products.id} = ${field("tool")}`),
		findTools(shop, entries, sql`${products.partKey} = ${field("key")}`),
		findTools(shop, entries, byName),
	]);
}

/**
 * Finds names with the words of a line, and part numbers that the line may misspell or give without their leading letters. Also
 * reads the names whose words correct misspelled lines.
 */
function findSimilar(shop: ShopContext, lines: readonly NumberedItem[]) {
	const textQueries = lines.flatMap(({ line, item }) => {
		const match = createMatchQueries(item)?.names;
		return match === undefined ? [] : [{ line, match }];
	});
	const typoKeys = lines.flatMap(({ line, item }) =>
		listCorrections(getPartKey(item)).map((key) => ({ line, key })),
	);
	const prefixKeys = lines.flatMap(({ line, item }) => {
		const key = getPartKey(item);
		return key.length >= 4 && /\d/.test(key) ? [{ line, key, end: `${key}\u{10ffff}` }] : [];
	});
	const digitKeys = lines.flatMap(({ line, item }) => {
		const key = getPartKey(item);
		return canBePartDigits(key) ? [{ line, key }] : [];
	});
	const hasDigits = isAmong(sql`found.part_digits = ${field("key")} and found.deleted_at is null`);
	const isContinued = isAmong(
		sql`found.part_key > ${field("key")} and found.part_key < ${field("end")} and found.deleted_at is null`,
	);
	return retryBatch(shop.db, [
		findTools(shop, digitKeys, hasDigits),
		findTools(shop, typoKeys, sql`${products.partKey} = ${field("key")}`),
		findTools(shop, prefixKeys, isContinued),
		findTools(shop, textQueries, matchesText),
		selectNames(shop),
	]);
}

/** Comparisons of words in lines with words in names. These take a third of a second; 200 lines of unknown words would need a minute. */
const comparisonsMax = 400_000;

/** Finds names with words similar to those of a line. Once `comparisonsMax` is reached, the remaining lines find none. */
async function findMisspelled(
	shop: ShopContext,
	lines: readonly NumberedItem[],
	names: readonly { name: string }[],
) {
	const vocabulary = createVocabulary(names.map(({ name }) => name));
	let comparisons = 0;
	const textQueries = lines.flatMap(({ line, item }) => {
		comparisons += getTextKey(item).split(" ").length * vocabulary.size;
		if (comparisons > comparisonsMax) return [];
		const match = createMatchQueries(item, null, vocabulary)?.names;
		return match === undefined ? [] : [{ line, match }];
	});
	if (textQueries.length === 0) return [];
	return (await retryBatch(shop.db, [findTools(shop, textQueries, matchesText)]))[0];
}

export type Match =
	| { kind: "found"; tool: FoundTool }
	| { kind: "near_match" | "several_matches"; choices: FoundTool[] }
	| { kind: "not_found" };

/** The tools of a line, each once, the shortest names first: they have the fewest words that the customer did not type. */
function selectTools(rows: readonly FoundRow[], line: number): FoundTool[] {
	const lineTools = rows.filter((row) => row.line === line).map(({ line: _, ...tool }) => tool);
	const byId = new Map(lineTools.map((tool) => [tool.id, tool]));
	return [...byId.values()].sort((a, b) => a.name.length - b.name.length);
}

/**
 * Finds the tool of each line by its part number or name, in at most three round trips for all lines. Similar tools are offered as
 * choices, and never chosen automatically.
 */
export async function matchItems(
	shop: ShopContext,
	items: readonly RequestedItem[],
): Promise<Match[]> {
	const lines = items.map((item, line) => ({ ...item, line }));
	const matches = new Map<number, Match>();
	const unmatchedLines = () => lines.filter(({ line }) => !matches.has(line));
	const recordMatches = (rows: readonly FoundRow[], kind: "found" | "near_match") => {
		for (const { line } of unmatchedLines()) {
			const tools = selectTools(rows, line);
			const [tool] = tools;
			if (!tool) continue;
			const choices = tools.slice(0, quickOrderChoicesMax);
			if (tools.length === 1 && kind === "found") matches.set(line, { kind, tool });
			else matches.set(line, { kind: kind === "found" ? "several_matches" : kind, choices });
		}
	};
	const linesWithItem = lines.filter(({ item }) => item !== "");
	if (linesWithItem.length === 0) return items.map(() => ({ kind: "not_found" }));
	for (const rows of await findExact(shop, linesWithItem)) recordMatches(rows, "found");
	const unknown = unmatchedLines().filter(({ item }) => item !== "");
	if (unknown.length > 0) {
		const [digitRows, typoRows, prefixRows, textRows, names] = await findSimilar(shop, unknown);
		const textKeyByLine = new Map(unknown.map(({ line, item }) => [line, getTextKey(item)]));
		recordMatches(
			textRows.filter(({ line, name }) => textKeyByLine.get(line) === getTextKey(name)),
			"found",
		);
		recordMatches(digitRows, "near_match");
		recordMatches([...typoRows, ...prefixRows], "near_match");
		for (const { line } of unmatchedLines()) {
			const choices = selectTools(textRows, line).slice(0, quickOrderChoicesMax);
			if (choices.length === 0) continue;
			matches.set(line, { kind: choices.length > 1 ? "several_matches" : "near_match", choices });
		}
		const misspelled = unmatchedLines().filter(({ item }) => item !== "");
		if (misspelled.length > 0)
			recordMatches(await findMisspelled(shop, misspelled, names), "near_match");
	}
	return lines.map(({ line }) => matches.get(line) ?? { kind: "not_found" });
}
