import type { CategorySlug } from "#contract/categories.ts";
import { synonyms } from "./synonyms.ts";

/** Words that one search looks for; those after them are left out. */
const maxWords = 8;
const maxWordLength = 32;
const maxSynonymWords = 3;

const stopWords = new Set(["a", "an", "and", "for", "of", "or", "the", "to", "with"]);

/** Letters and digits are all that reach the index: nothing of its query language can be said with them. */
const wordsOf = (text: string): string[] =>
	Array.from(
		text
			.normalize("NFKC")
			.toLowerCase()
			.matchAll(/[\p{L}\p{N}]+/gu),
		([word]) => word.slice(0, maxWordLength),
	);

const singular = (word: string) => word.replace(/(?<=[^s]{3})(?:(?<=ch|sh|x)es|s)$/, "");

const synonymsOf = new Map(
	synonyms.flatMap((names) =>
		names.map((name) => [name, names.filter((other) => other !== name)] as const),
	),
);

const isNumber = (word: string) => /^\p{N}+$/u.test(word);

/** A number, or a letter alone, is searched as it stands; anything else is the beginning of a word. */
const term = (phrase: string) =>
	isNumber(phrase) || /^.$/u.test(phrase) ? `"${phrase}"` : `"${phrase}"*`;

/** "10mm" is written "10 mm" too, or as "8, 10 and 12 mm"; "obd2" as "obd 2". */
function spellings(word: string): string[] {
	const [, ...halves] = /^(\p{N}+)(\p{L}+)$/u.exec(word) ?? /^(\p{L}+)(\p{N}+)$/u.exec(word) ?? [];
	return halves.length > 0 ? [term(word), `(${halves.map(term).join(" AND ")})`] : [term(word)];
}

const anySpelling = (word: string) => `(${spellings(word).join(" OR ")})`;

/** "multi meter" is written "multimeter", "10 mm" as "10mm": the word joined to the one before and after it. */
function joined(words: string[], index: number): string[] {
	const [before, word = "", after] = [words[index - 1], words[index], words[index + 1]];
	return [
		[before, word],
		[word, after],
	].flatMap(([one, other]) =>
		one && other && !(isNumber(one) && isNumber(other)) ? term(one + other) : [],
	);
}

/** The beginning of a name stands for it from so many letters on. */
const minPrefixLength = 4;

/** @returns the synonyms of a name, or of one that begins so where somebody may still be typing it */
function findSynonyms(words: string[], isEnd: boolean): readonly string[] | undefined {
	const name = words.join(" ");
	const exact = synonymsOf.get(name) ?? synonymsOf.get(words.map(singular).join(" "));
	if (exact || !isEnd || name.length < minPrefixLength) return exact;
	const begun = [...synonymsOf].find(
		([other]) => other.startsWith(name) && other.split(" ").length === words.length,
	);
	return begun?.[1];
}

/** The longest name at the beginning of the words that has synonyms, and how many words it takes. */
function nameAt(words: string[]): { length: number; others: readonly string[] } {
	for (let length = Math.min(maxSynonymWords, words.length); length > 0; length -= 1) {
		const others = findSynonyms(words.slice(0, length), length === words.length);
		if (others) return { length, others };
	}
	return { length: 1, others: [] };
}

/** @returns one clause for each word or name from an index on; each must match */
function clausesOf(words: string[], index = 0): string[] {
	if (index >= words.length) return [];
	const { length, others } = nameAt(words.slice(index));
	const name = words.slice(index, index + length).map(anySpelling);
	const own =
		length > 1
			? [`(${name.join(" AND ")})`]
			: [...spellings(words[index] ?? ""), ...joined(words, index)];
	const clause = [...own, ...others.map(term)].join(" OR ");
	return [`(${clause})`, ...clausesOf(words, index + length)];
}

/** What is left of a word whose end may be misspelt, or not yet typed. */
const fuzzyPrefix = (word: string) =>
	word.length < 5 ? word : word.slice(0, Math.ceil(word.length * 0.6));

/** Two searches that have no tool in common: those whose names match, and those whose name and description together do. */
export type Matches = { names: string; texts: string };

/**
 * A search as FTS5 takes it (https://sqlite.org/fts5.html §3): every word, by its beginning, by any name of the tool.
 * @param fuzzy whether the beginning of each word is enough
 * @returns null when there is nothing to look for
 */
export function matchesOf(
	text: string,
	category: CategorySlug | null = null,
	fuzzy = false,
): Matches | null {
	const all = wordsOf(text);
	const telling = all.filter((word) => !stopWords.has(word));
	const words = (telling.length > 0 ? telling : all).slice(0, maxWords);
	if (words.length === 0) return null;
	const clauses = clausesOf(fuzzy ? words.map(fuzzyPrefix) : words).join(" AND ");
	const within = category ? ` AND category : "${category}"` : "";
	const names = `name : (${clauses})`;
	return {
		names: names + within,
		texts: `({name description} : (${clauses})${within}) NOT (${names})`,
	};
}
