import type { QueryHook } from "./sqlite-d1.ts";

/** D1's error messages during an outage. */
export const connectionLost = "D1_ERROR: Network connection lost.";
export const databaseOverloaded = "D1_ERROR: D1 DB is overloaded. Requests queued for too long.";

type OutageOptions = {
	/** How many round trips succeed before the outage. */
	skipRoundTrips?: number;
	/** How many round trips fail; all later ones by default. */
	failRoundTrips?: number;
	/** Whether the statements of a failed round trip are run and committed, so that only the response is lost. */
	failAfterCommit?: boolean;
	message?: string;
};

/** Creates a query hook that makes certain round trips fail, and a function that counts all round trips. */
export function simulateOutage({
	skipRoundTrips = 0,
	failRoundTrips = Infinity,
	failAfterCommit = false,
	message = connectionLost,
}: OutageOptions) {
	let roundTripCount = 0;
	const throwError = () => {
		throw new Error(message);
	};
	const beforeQuery: QueryHook = () => {
		const index = roundTripCount++;
		if (index < skipRoundTrips || index >= skipRoundTrips + failRoundTrips) return;
		if (failAfterCommit) return throwError;
		throwError();
	};
	return { beforeQuery, countRoundTrips: () => roundTripCount };
}
