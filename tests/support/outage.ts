import type { Watcher } from "./sqlite-d1.ts";

/** D1's error messages during an outage. */
export const connectionLost = "D1_ERROR: Network connection lost.";
export const databaseOverloaded = "D1_ERROR: D1 DB is overloaded. Requests queued for too long.";

type OutageOptions = {
	/** Index of the first round trip that fails, from 0. */
	firstFailure?: number;
	/** How many round trips fail; all later ones by default. */
	failures?: number;
	/** Whether the error comes before the statements run, or after they have run. */
	timing?: "before" | "after";
	message?: string;
};

/** Creates a watcher that makes certain round trips fail, and a function that counts all round trips. */
export function simulateOutage({
	firstFailure = 0,
	failures = Infinity,
	timing = "before",
	message = connectionLost,
}: OutageOptions) {
	let roundTrips = 0;
	const throwError = () => {
		throw new Error(message);
	};
	const watch: Watcher = () => {
		const roundTrip = roundTrips++;
		if (roundTrip < firstFailure || roundTrip >= firstFailure + failures) return;
		if (timing === "after") return throwError;
		throwError();
	};
	return { watch, countRoundTrips: () => roundTrips };
}
