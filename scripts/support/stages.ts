/** @param began ms, of `performance.now()` @returns the time since, such as `3.4 s` */
export const since = (began: number): string =>
	`${((performance.now() - began) / 1000).toFixed(1)} s`;

/** Runs one stage and says on stdout what it is, and then how long it took (whether or not it failed). */
export async function stage<Result>(name: string, run: () => Promise<Result>): Promise<Result> {
	const began = performance.now();
	process.stdout.write(`${name}… `);
	try {
		return await run();
	} finally {
		process.stdout.write(`${since(began)}\n`);
	}
}
