export type Ratings = Record<1 | 2 | 3 | 4 | 5, number>;

export const starValues = [5, 4, 3, 2, 1] as const;

export function summarizeRatings(ratings: Ratings): { count: number; average: number } | null {
	const count = starValues.reduce((sum, stars) => sum + ratings[stars], 0);
	const total = starValues.reduce((sum, stars) => sum + stars * ratings[stars], 0);
	return count === 0 ? null : { count, average: total / count };
}

export const formatAverage = (average: number): string => average.toFixed(1);

/** Rounds a number from 1 to 5 to whole stars. @returns null for any other text */
export function starsOf(ratings: string): number | null {
	const number = ratings.trim() === "" ? Number.NaN : Number(ratings);
	return number >= 1 && number <= 5 ? Math.round(number) : null;
}
