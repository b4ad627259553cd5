const getMedian = (times: number[]) =>
	times.sort((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0;

/**
 * Returns the median time of `first`, divided by that of `second`. Runs both alternately, so that other load on the machine
 * slows both.
 * @param rounds - how many times each function runs
 */
export async function compareTimes(
	rounds: number,
	first: () => Promise<unknown>,
	second: () => Promise<unknown>,
): Promise<number> {
	const times: [number[], number[]] = [[], []];
	const measure = async (run: () => Promise<unknown>, results: number[]) => {
		const start = performance.now();
		await run();
		results.push(performance.now() - start);
	};
	for (let round = 0; round < rounds; round++) {
		const measurements = [() => measure(first, times[0]), () => measure(second, times[1])];
		for (const run of round % 2 === 0 ? measurements : measurements.reverse()) await run();
	}
	return getMedian(times[0]) / getMedian(times[1]);
}
