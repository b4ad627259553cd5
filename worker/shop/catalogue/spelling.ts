const min = (counts: number[]) => Math.min(...counts);

/**
 * Counts the letters to insert, delete, replace or swap with a neighbor (optimal string alignment distance). The end of the word does not
 * count, because it may not be typed yet. Compares only letters that are at most `most` places apart, and stops when there are more mistakes.
 * @returns Infinity if there are more than `most`
 */
function countMistakes(typed: string, word: string, most: number): number {
	if (word.length < typed.length - most) return Infinity;
	// Of a row of the distance matrix, the columns from `most` before to `most` after the diagonal.
	let above = Array.from({ length: 2 * most + 1 }, (_, at) => (at < most ? Infinity : at - most));
	let twoAbove = above;
	for (let row = 1; row <= typed.length; row += 1) {
		const counts: number[] = [];
		for (let at = 0; at <= 2 * most; at += 1) {
			const column = row + at - most;
			const letter = word[column - 1];
			if (column === 0) counts.push(row);
			else if (letter === undefined) counts.push(Infinity);
			else {
				const isSwapped = typed[row - 1] === word[column - 2] && typed[row - 2] === letter;
				const replaced = (above[at] ?? Infinity) + (typed[row - 1] === letter ? 0 : 1);
				const swapped = isSwapped ? (twoAbove[at] ?? Infinity) + 1 : Infinity;
				const [inserted = Infinity, deleted = Infinity] = [counts[at - 1], above[at + 1]];
				counts.push(Math.min(inserted + 1, deleted + 1, replaced, swapped));
			}
		}
		if (min(counts) > most && min(above) >= most) return Infinity;
		[twoAbove, above] = [above, counts];
	}
	return min(above);
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
		const mistakes = word.includes(typed) ? 0 : countMistakes(typed, word, fewest);
		if (mistakes < fewest) closest = [];
		if (mistakes <= fewest) {
			fewest = mistakes;
			closest.push(word);
		}
	}
	return closest.slice(0, maxCloseWords);
}
