export const formatElapsedSince = (startedAt: number): string =>
	`${((performance.now() - startedAt) / 1000).toFixed(1)} s`;

export async function runStep<Result>(name: string, run: () => Promise<Result>): Promise<Result> {
	const startedAt = performance.now();
	const print = (text: string) => process.stdout.write(`${text}\n`);
	print(`${name}…`);
	try {
		const result = await run();
		print(`✓ ${name} (${formatElapsedSince(startedAt)})`);
		return result;
	} catch (error) {
		print(`✗ ${name} (${formatElapsedSince(startedAt)})`);
		throw error;
	}
}
