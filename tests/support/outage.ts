import type { Watcher } from "./sqlite-d1.ts";

/** D1's own words. */
export const connectionLost = "D1_ERROR: Network connection lost.";
export const databaseOverloaded = "D1_ERROR: D1 DB is overloaded. Requests queued for too long.";

type OutageOptions = {
	/** First round trip that fails, from 0. */
	firstFailure?: number;
	/** How many fail; all later ones by default. */
	failures?: number;
	/** Whether the statements fail before they run, or run and lose their answer. */
	timing?: "before" | "after";
	message?: string;
};

/** A database that fails at the given round trips. @returns the watcher, and a count of the round trips so far */
export function simulateOutage({
	firstFailure = 0,
	failures = Infinity,
	timing = "before",
	message = connectionLost,
}: OutageOptions) {
	let roundTrips = 0;
	const fail = () => {
		throw new Error(message);
	};
	const watch: Watcher = () => {
		const roundTrip = roundTrips++;
		if (roundTrip < firstFailure || roundTrip >= firstFailure + failures) return;
		if (timing === "after") return fail;
		fail();
	};
	return { watch, countRoundTrips: () => roundTrips };
}
