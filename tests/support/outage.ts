import type { Watcher } from "./sqlite-d1.ts";

/** D1's own words. */
export const lost = "D1_ERROR: Network connection lost.";
export const overloaded = "D1_ERROR: D1 DB is overloaded. Requests queued for too long.";

type Wish = {
	/** First round trip that fails, from 0. */
	from?: number;
	/** How many fail; all later ones by default. */
	times?: number;
	/** Whether the statements fail before they run, or run and lose their answer. */
	when?: "before" | "after";
	words?: string;
};

/** A database that fails at the given round trips. @returns the watcher, and a count of the round trips so far */
export function planOutage({ from = 0, times = Infinity, when = "before", words = lost }: Wish) {
	let trips = 0;
	const fail = () => {
		throw new Error(words);
	};
	const watch: Watcher = () => {
		const trip = trips++;
		if (trip < from || trip >= from + times) return;
		if (when === "after") return fail;
		fail();
	};
	return { watch, trips: () => trips };
}
