import { load, type Sample } from "./load.ts";
import type { Row } from "./rows.ts";

export type Measured = { row: Row; samples: Sample[] };

/** @returns the middle of the values (the upper one of two) */
export function median(values: number[]): number {
	const sorted = values.toSorted((one, other) => one - other);
	return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

/** @returns the median of the rounds of one property */
export const medianOf = ({ samples }: Measured, property: keyof Sample): number =>
	median(samples.map((sample) => sample[property]));

/**
 * How a row compares with another, round by round: what else the machine did in a round slowed both.
 * @returns the median of the shares
 */
export function ratio(one: Measured, other: Measured, property: keyof Sample): number {
	const shares = one.samples.map(
		(sample, round) => sample[property] / (other.samples[round]?.[property] ?? Number.NaN),
	);
	return median(shares);
}

/** Seconds are those of one row in one round. */
export type Effort = { rounds: number; seconds: number; warmUp: number };

/** Warms every row up, then measures all of them round by round, every other round backwards. */
export async function runRounds(
	rows: Row[],
	{ rounds, seconds, warmUp }: Effort,
): Promise<Measured[]> {
	const measured = rows.map((row) => ({ row, samples: [] as Sample[] }));
	for (const row of rows) await load(row, warmUp);
	for (let round = 0; round < rounds; round += 1) {
		const order = round % 2 === 0 ? measured : measured.toReversed();
		for (const { row, samples } of order) samples.push(await load(row, seconds));
	}
	return measured;
}
