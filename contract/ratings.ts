/** How many reviews gave each rating from 1 to 5. */
export type RatingCounts = Record<string, number>;

export const starValues = [5, 4, 3, 2, 1] as const;

/** Each key of `counts` is a rating, rounded to whole stars. */
export function summarizeRatings(ratings: RatingCounts) {
	const counts: Record<number, number> = {};
	let [count, starSum] = [0, 0];
	for (const [stars, ratingCount] of Object.entries(ratings)) {
		const wholeStars = Math.round(Number(stars));
		counts[wholeStars] = (counts[wholeStars] ?? 0) + ratingCount;
		count += ratingCount;
		starSum += Number(stars) * ratingCount;
	}
	return count === 0 ? null : { count, average: starSum / count, counts };
}

export const formatAverage = (average: number): string => average.toFixed(1);

/** Parses a number from 1 to 5, which may have a decimal comma, and rounds it to a tenth. Returns null for any other text. */
export function parseStars(text: string): number | null {
	const number = Number(text.replace(",", "."));
	return number >= 1 && number <= 5 ? Math.round(number * 10) / 10 : null;
}
