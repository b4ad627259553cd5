/**
 * Counts the letters to insert, delete, replace or swap with a neighbor (optimal string alignment distance). The end of the word does not
 * count, because it may not be typed yet.
 */
function countMistakes(typed: string, longWord: string): number {
	const word = longWord.slice(0, typed.length + 2);
	const rows = [Array.from({ length: word.length + 1 }, (_, column) => column)];
	for (let row = 1; row <= typed.length; row += 1) {
		const counts = [row];
		rows.push(counts);
		const countAt = (up: number, left: number) => rows[row - up]?.[left] ?? Infinity;
		for (let column = 1; column <= word.length; column += 1) {
			const isSame = typed[row - 1] === word[column - 1];
			const isSwapped = typed[row - 1] === word[column - 2] && typed[row - 2] === word[column - 1];
			counts[column] = Math.min(
				countAt(0, column - 1) + 1,
				countAt(1, column) + 1,
				countAt(1, column - 1) + (isSame ? 0 : 1),
				isSwapped ? countAt(2, column - 2) + 1 : Infinity,
			);
		}
	}
	return Math.min(...(rows.at(-1) ?? []));
}

const maxCloseWords = 3;
const minCorrectedLength = 4;

/** A word of up to six letters may have one mistake, a longer one two. */
const maxMistakes = (word: string) => (word.length < 7 ? 1 : 2);

/**
 * Returns up to three words that contain the typed one or, if there are none, those with the fewest mistakes. Returns the typed word if
 * it is known, short, or has a digit.
 */
export function findCloseWords(typed: string, vocabulary: ReadonlySet<string>): string[] {
	if (typed.length < minCorrectedLength || /\p{N}/u.test(typed) || vocabulary.has(typed))
		return [typed];
	let fewest = maxMistakes(typed);
	let closest: string[] = [];
	for (const word of vocabulary) {
		const mistakes = word.includes(typed) ? 0 : countMistakes(typed, word);
		if (mistakes < fewest) closest = [];
		if (mistakes <= fewest) {
			fewest = mistakes;
			closest.push(word);
		}
	}
	return closest.slice(0, maxCloseWords);
}
