/** The number of ratings of each value from 1 to 5. */
export type RatingCounts = Record<string, number>;

export const starValues = [5, 4, 3, 2, 1] as const;

/** `counts` are by whole stars, rounded. */
export function summarizeRatings(ratings: RatingCounts) {
	const counts: Record<number, number> = {};
	let [count, total] = [0, 0];
	for (const [stars, reviews] of Object.entries(ratings)) {
		const rounded = Math.round(Number(stars));
		counts[rounded] = (counts[rounded] ?? 0) + reviews;
		count += reviews;
		total += Number(stars) * reviews;
	}
	return count === 0 ? null : { count, average: total / count, counts };
}

export const formatAverage = (average: number): string => average.toFixed(1);

/** Returns a number from 1 to 5, rounded to a tenth; null for any other text. */
export function parseStars(ratings: string): number | null {
	const number = ratings.trim() === "" ? Number.NaN : Number(ratings);
	return number >= 1 && number <= 5 ? Math.round(number * 10) / 10 : null;
}
