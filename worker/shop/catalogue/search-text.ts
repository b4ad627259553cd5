import type { CategorySlug } from "#contract/categories.ts";
import { synonyms } from "./synonyms.ts";

/** Words that one search looks for; those after them are left out. */
const wordsMax = 8;
const wordLength = 32;
const phraseWords = 3;

const small = new Set(["a", "an", "and", "for", "of", "or", "the", "to", "with"]);

/** Letters and digits are all that reach the index: nothing of its query language can be said with them. */
const wordsOf = (text: string): string[] =>
	(
		text
			.normalize("NFKC")
			.toLowerCase()
			.match(/[\p{L}\p{N}]+/gu) ?? []
	).map((word) => word.slice(0, wordLength));

const singular = (word: string) => word.replace(/(?<=[^s]{3})(?:(?<=ch|sh|x)es|s)$/, "");

const otherNames = new Map(
	synonyms.flatMap((names) =>
		names.map((name) => [name, names.filter((other) => other !== name)] as const),
	),
);

/** A number, or a letter alone, is meant as it stands; anything else is the beginning of a word. */
const isWhole = (phrase: string) => /^(?:\p{N}+|.)$/u.test(phrase);

const quoted = (phrase: string) => (isWhole(phrase) ? `"${phrase}"` : `"${phrase}"*`);

/** "10mm" stands in texts as "10 mm" too, or as "8, 10 and 12 mm"; "obd2" as "obd 2". */
function spellings(word: string): string[] {
	const [, ...halves] = /^(\p{N}+)(\p{L}+)$/u.exec(word) ?? /^(\p{L}+)(\p{N}+)$/u.exec(word) ?? [];
	return halves.length > 0
		? [quoted(word), `(${halves.map(quoted).join(" AND ")})`]
		: [quoted(word)];
}

const anySpelling = (word: string) => `(${spellings(word).join(" OR ")})`;

const isNumber = (word: string) => /^\p{N}+$/u.test(word);

/** "multi meter" stands in texts as "multimeter", "10 mm" as "10mm": the word joined to the one before and after it. */
function joined(words: string[], place: number): string[] {
	const [before, word = "", after] = [words[place - 1], words[place], words[place + 1]];
	return [
		[before, word],
		[word, after],
	].flatMap(([one, other]) =>
		one && other && !(isNumber(one) && isNumber(other)) ? quoted(one + other) : [],
	);
}

/** Letters from which on the beginning of a name stands for it. */
const tellingLetters = 4;

/** @returns what is called so, or begins so where somebody may still be typing it, is called elsewhere */
function othersOf(words: string[], isEnd: boolean): readonly string[] | undefined {
	const name = words.join(" ");
	const exact = otherNames.get(name) ?? otherNames.get(words.map(singular).join(" "));
	if (exact || !isEnd || name.length < tellingLetters) return exact;
	const begun = [...otherNames].find(
		([other]) => other.startsWith(name) && other.split(" ").length === words.length,
	);
	return begun?.[1];
}

/** The longest name at the beginning of the words that goes by others too, and how many words it takes. */
function nameAt(words: string[]): { taken: number; others: readonly string[] } {
	for (let taken = Math.min(phraseWords, words.length); taken > 0; taken -= 1) {
		const others = othersOf(words.slice(0, taken), taken === words.length);
		if (others) return { taken, others };
	}
	return { taken: 1, others: [] };
}

/** @returns one part for each word or name from a place on; each must be met */
function partsOf(words: string[], place = 0): string[] {
	if (place >= words.length) return [];
	const { taken, others } = nameAt(words.slice(place));
	const said =
		taken > 1
			? [
					`(${words
						.slice(place, place + taken)
						.map(anySpelling)
						.join(" AND ")})`,
				]
			: [...spellings(words[place] ?? ""), ...joined(words, place)];
	const part = [...said, ...others.map(quoted)].join(" OR ");
	return [`(${part})`, ...partsOf(words, place + taken)];
}

/** What is left of a word whose end may be misspelt, or not yet typed. */
const beginning = (word: string) =>
	word.length < 5 ? word : word.slice(0, Math.ceil(word.length * 0.6));

/** A search as FTS5 takes it, in two that have no tool in common. */
export type Matches = {
	/** Tools whose names have all of it. */
	names: string;
	/** The others, whose name and description together have it. */
	texts: string;
};

/**
 * A search as FTS5 takes it (https://sqlite.org/fts5.html §3): every word, by its beginning, by any name of the tool.
 * @param loosely whether the beginning of each word is enough
 * @returns null when there is nothing to look for
 */
export function matchesOf(
	text: string,
	category: CategorySlug | null = null,
	loosely = false,
): Matches | null {
	const all = wordsOf(text);
	const telling = all.filter((word) => !small.has(word));
	const words = (telling.length > 0 ? telling : all).slice(0, wordsMax);
	if (words.length === 0) return null;
	const parts = partsOf(loosely ? words.map(beginning) : words).join(" AND ");
	const within = category ? ` AND category : "${category}"` : "";
	const names = `name : (${parts})`;
	return {
		names: names + within,
		texts: `({name description} : (${parts})${within}) NOT (${names})`,
	};
}
