import type { CategorySlug } from "#contract/categories.ts";
import { findCloseWords } from "./spelling.ts";
import { synonyms } from "./synonyms.ts";

const maxWords = 8;
const maxWordLength = 32;
const maxSynonymWords = 3;

/** Words that tool names do not contain. For a drive, they give only its size: “1/2 in”. */
const stopWords = new Set(["a", "an", "and", "drive", "for", "of", "or", "the", "to", "with"]);

/** Drops everything except letters and digits, so that a search cannot contain FTS5's query syntax. */
const extractWords = (text: string): string[] =>
	Array.from(
		text
			.normalize("NFKC")
			.toLowerCase()
			.matchAll(/[\p{L}\p{N}]+/gu),
		([word]) => word.slice(0, maxWordLength),
	);

/** Too many part numbers begin with a shorter key. */
export const minPartKeyLength = 2;

/** Converts text to the form of `products.partKey` (worker/db/schema/catalogue.ts). Returns "" if it cannot be a part number. */
export function getPartKey(text: string): string {
	// Documents and web pages put other hyphens and invisible characters into part numbers.
	const normalized = text.normalize("NFKC").replace(/[\p{Pd}\p{Cf}\u2212]/gu, "-");
	return /^[\w ./#-]*$/.test(normalized) ? normalized.toLowerCase().replace(/[ ./#_-]/g, "") : "";
}

const lostZerosMax = 8;

/** Returns the part keys that spreadsheets shorten to this key, because they remove the zeros at the start of a number. */
export const restoreLeadingZeros = (partKey: string): string[] =>
	/^[1-9]\d*$/.test(partKey)
		? Array.from({ length: lostZerosMax }, (_, index) => "0".repeat(index + 1) + partKey)
		: [];

/** Whether the key may be a part number without its leading letters. Shorter keys are more often measurements. */
export const mayLackLeadingLetters = (partKey: string): boolean => /^\d.{2}/.test(partKey);

const toSingular = (word: string) => word.replace(/(?<=[^s]{3})(?:(?<=ch|sh|x)es|s)$/, "");

const synonymsByPhrase = new Map(
	synonyms.flatMap((phrases) =>
		phrases.map((phrase) => [phrase, phrases.filter((other) => other !== phrase)] as const),
	),
);

const isNumber = (word: string) => /^\p{N}+$/u.test(word);

/** A number or a single letter must match exactly; anything else matches as a prefix. */
const createTerm = (phrase: string) =>
	isNumber(phrase) || /^.$/u.test(phrase) ? `"${phrase}"` : `"${phrase}"*`;

/** Short synonyms must match exactly, because FTS5 stems "gas" to "ga", and the prefix "ga" matches "gauge". */
function createSynonymTerm(synonym: string): string {
	if (synonym.length > 3) return createTerm(synonym);
	// In descriptions, "in" rarely means inch, and "t" is from "doesn't".
	return /^(?:in|t)$/.test(synonym) ? `name : "${synonym}"` : `"${synonym}"`;
}

/** "10mm" also matches "10 mm" and "8, 10 and 12 mm". "3ton" also matches "3 t". "obd2" also matches "obd 2". */
function createSpellings(word: string): string[] {
	const [, ...halves] = /^(\p{N}+)(\p{L}+)$/u.exec(word) ?? /^(\p{L}+)(\p{N}+)$/u.exec(word) ?? [];
	const separate = `(${createClauses(halves).join(" AND ")})`;
	return halves.length > 0 ? [createTerm(word), separate] : [createTerm(word)];
}

const createSpellingClause = (word: string) => `(${createSpellings(word).join(" OR ")})`;

/** "multi meter" also matches "multimeter". "10 mm" also matches "10mm". */
function joinNeighbors(words: string[], index: number): string[] {
	const [previous, word = "", next] = [words[index - 1], words[index], words[index + 1]];
	return [
		[previous, word],
		[word, next],
	].flatMap(([first, second]) =>
		first && second && !(isNumber(first) && isNumber(second)) ? createTerm(first + second) : [],
	);
}

const minPrefixLength = 4;

/** At the end of the text, where the visitor may still be typing, a prefix of a phrase is enough. */
function findSynonyms(words: string[], isLast: boolean): readonly string[] | undefined {
	const phrase = words.join(" ");
	const exact =
		synonymsByPhrase.get(phrase) ?? synonymsByPhrase.get(words.map(toSingular).join(" "));
	if (exact || !isLast || phrase.length < minPrefixLength) return exact;
	const completion = [...synonymsByPhrase].find(
		([candidate]) => candidate.startsWith(phrase) && candidate.split(" ").length === words.length,
	);
	return completion?.[1];
}

/** Finds the longest phrase with synonyms at the start of the words. `length` is its number of words. */
function findLeadingPhrase(words: string[]): { length: number; alternatives: readonly string[] } {
	for (let length = Math.min(maxSynonymWords, words.length); length > 0; length -= 1) {
		const alternatives = findSynonyms(words.slice(0, length), length === words.length);
		if (alternatives) return { length, alternatives };
	}
	return { length: 1, alternatives: [] };
}

function createClauses(words: string[], index = 0): string[] {
	if (index >= words.length) return [];
	const { length, alternatives } = findLeadingPhrase(words.slice(index));
	const phraseClauses = words.slice(index, index + length).map(createSpellingClause);
	const terms =
		length > 1
			? [`(${phraseClauses.join(" AND ")})`]
			: [...createSpellings(words[index] ?? ""), ...joinNeighbors(words, index)];
	const clause = [...terms, ...alternatives.map(createSynonymTerm)].join(" OR ");
	return [`(${clause})`, ...createClauses(words, index + length)];
}

/** Returns the words of `texts` and of all synonyms, in the singular. */
export const createVocabulary = (texts: string[]): ReadonlySet<string> =>
	new Set([...texts, ...synonymsByPhrase.keys()].flatMap(extractWords).map(toSingular));

/** Texts that differ only in case, punctuation, plurals or spaces have the same key. */
export const getTextKey = (text: string): string => extractWords(text).map(toSingular).join(" ");

/** Shortens a word whose end may be misspelled. */
const shorten = (word: string) =>
	word.length < 5 ? word : word.slice(0, Math.ceil(word.length * 0.6));

const minPartLength = 3;

/** Splits an unknown word into two known ones: "jackstand" into "jack" and "stand". */
function splitWord(word: string, vocabulary: ReadonlySet<string>): string[] {
	if (vocabulary.has(toSingular(word))) return [word];
	for (let length = minPartLength; length <= word.length - minPartLength; length += 1) {
		const parts = [word.slice(0, length), word.slice(length)];
		if (parts.every((part) => vocabulary.has(toSingular(part)))) return parts;
	}
	return [word];
}

/** Returns alternative corrections of misspelled words. */
function correctWords(typedWords: string[], vocabulary: ReadonlySet<string>): string[][] {
	const words = typedWords.flatMap((word) => splitWord(word, vocabulary)).slice(0, maxWords);
	const closeWords = words.map((word) => findCloseWords(toSingular(word), vocabulary));
	const count = Math.max(...closeWords.map(({ length }) => length), 1);
	return Array.from({ length: count }, (_, correction) =>
		words.map(
			(word, index) => closeWords[index]?.[correction] ?? closeWords[index]?.[0] ?? shorten(word),
		),
	);
}

/** Two FTS5 queries (https://sqlite.org/fts5.html §3) that never match the same product. */
export type MatchQueries = {
	nameOnly: string;
	/** Matches products whose names alone do not match. */
	withDescription: string;
};

/**
 * Returns null if the text has no letters or digits.
 * @param vocabulary - words that are not in it are replaced by similar ones; null to keep all words
 */
export function createMatchQueries(
	text: string,
	category: CategorySlug | null = null,
	vocabulary: ReadonlySet<string> | null = null,
): MatchQueries | null {
	const allWords = extractWords(text);
	const significantWords = allWords.filter((word) => !stopWords.has(word));
	const words = (significantWords.length > 0 ? significantWords : allWords).slice(0, maxWords);
	if (words.length === 0) return null;
	const alternatives = vocabulary ? correctWords(words, vocabulary) : [words];
	const clauses = alternatives
		.map((spelling) => createClauses(spelling).join(" AND "))
		.join(" OR ");
	const categoryFilter = category ? ` AND category : "${category}"` : "";
	const nameOnly = `name : (${clauses})`;
	return {
		nameOnly: nameOnly + categoryFilter,
		withDescription: `({name description} : (${clauses})${categoryFilter}) NOT (${nameOnly})`,
	};
}
