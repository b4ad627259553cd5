const getMedian = (times: number[]) =>
	times.sort((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0;

/**
 * Returns the median time of `first`, divided by that of `second`. Runs them alternately, so that other load on the machine
 * slows both.
 * @param rounds - how many times each of them runs
 */
export async function compareTimes(
	rounds: number,
	first: () => Promise<unknown>,
	second: () => Promise<unknown>,
): Promise<number> {
	const times: [number[], number[]] = [[], []];
	const measure = async (run: () => Promise<unknown>, list: number[]) => {
		const start = performance.now();
		await run();
		list.push(performance.now() - start);
	};
	for (let round = 0; round < rounds; round++) {
		const order = [() => measure(first, times[0]), () => measure(second, times[1])];
		for (const run of round % 2 === 0 ? order : order.reverse()) await run();
	}
	return getMedian(times[0]) / getMedian(times[1]);
}
