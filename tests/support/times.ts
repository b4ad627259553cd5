import { laterStates } from "#contract/order-states.ts";

const median = (times: number[]) => times.sort((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0;

/**
 * Side by side, so that whatever else the machine does slows both.
 * @param rounds how often each is run, in turn
 * @returns the median time of `one`, divided by that of `other`
 */
export async function compareTimes(
	rounds: number,
	one: () => Promise<unknown>,
	other: () => Promise<unknown>,
): Promise<number> {
	const times: [number[], number[]] = [[], []];
	const measure = async (run: () => Promise<unknown>, list: number[]) => {
		const start = performance.now();
		await run();
		list.push(performance.now() - start);
	};
	for (let round = 0; round < rounds; round++) {
		const order = [() => measure(one, times[0]), () => measure(other, times[1])];
		for (const run of round % 2 === 0 ? order : order.reverse()) await run();
	}
	return median(times[0]) / median(times[1]);
}

type StateTime = (typeof laterStates)[keyof typeof laterStates]["at"];

/** An order that has come into no other state than the first. */
export const unsetOrderTimes = Object.fromEntries(
	Object.values(laterStates).map(({ at }) => [at, null]),
) as Record<StateTime, Date | null>;
