/**
 * Counts the typing mistakes: letters to insert, delete, replace, or swap with a neighbor (optimal string alignment distance). Letters that
 * are missing at the end are not mistakes, because the visitor may still be typing. Stops when there are more than `limit` mistakes.
 * @returns Infinity if there are more than `limit`
 */
function countMistakes(typed: string, word: string, limit: number): number {
	if (word.length < typed.length - limit) return Infinity;
	// Only the part of a row of the distance matrix from `limit` columns before the diagonal to `limit` columns after it.
	let previousRow = Array.from({ length: 2 * limit + 1 }, (_, offset) =>
		offset < limit ? Infinity : offset - limit,
	);
	let rowBeforePrevious = previousRow;
	for (let rowIndex = 1; rowIndex <= typed.length; rowIndex += 1) {
		const row: number[] = [];
		for (let offset = 0; offset <= 2 * limit; offset += 1) {
			const column = rowIndex + offset - limit;
			const letter = word[column - 1];
			if (column === 0) row.push(rowIndex);
			else if (letter === undefined) row.push(Infinity);
			else {
				const isSwapped =
					typed[rowIndex - 1] === word[column - 2] && typed[rowIndex - 2] === letter;
				const replaced =
					(previousRow[offset] ?? Infinity) + (typed[rowIndex - 1] === letter ? 0 : 1);
				const swapped = isSwapped ? (rowBeforePrevious[offset] ?? Infinity) + 1 : Infinity;
				const [inserted = Infinity, deleted = Infinity] = [
					row[offset - 1],
					previousRow[offset + 1],
				];
				row.push(Math.min(inserted + 1, deleted + 1, replaced, swapped));
			}
		}
		if (Math.min(...row) > limit && Math.min(...previousRow) >= limit) return Infinity;
		[rowBeforePrevious, previousRow] = [previousRow, row];
	}
	return Math.min(...previousRow);
}

const maxCloseWords = 3;
const minCorrectedLength = 4;

/** A word of up to six letters may have one mistake, and a longer word two. */
const getMaxMistakes = (word: string) => (word.length < 7 ? 1 : 2);

/**
 * Returns up to three words that contain the typed word or, if there are none, the words with the fewest mistakes. Returns the typed word
 * if it is known, is short, or has a digit.
 */
export function findCloseWords(typed: string, vocabulary: ReadonlySet<string>): string[] {
	if (typed.length < minCorrectedLength || /\p{N}/u.test(typed) || vocabulary.has(typed))
		return [typed];
	let fewest = getMaxMistakes(typed);
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
