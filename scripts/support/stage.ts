/** @param startedAt of `performance.now()` @returns the elapsed time, such as `3.4 s` */
export const elapsedSince = (startedAt: number): string =>
	`${((performance.now() - startedAt) / 1000).toFixed(1)} s`;

const running = new Set<string>();

/** On a terminal, the last line names the running stages, and `printLine` writes above it. */
function write(text: string): void {
	const { isTTY, columns = 80 } = process.stdout;
	const names = Array.from(running).join(", ");
	const status = running.size > 0 ? `${names.slice(0, columns - 2)}…` : "";
	process.stdout.write(isTTY ? `\r\u001b[K${text}${status}` : text);
}

export const printLine = (text: string): void => write(`${text}\n`);

/** Runs a stage, and prints its name and duration when it ends. Several stages may run at the same time. */
export async function stage<Result>(name: string, run: () => Promise<Result>): Promise<Result> {
	const startedAt = performance.now();
	const end = (sign: string) => {
		running.delete(name);
		printLine(`${sign} ${name.padEnd(32)} ${elapsedSince(startedAt).padStart(8)}`);
	};
	running.add(name);
	write("");
	try {
		const result = await run();
		end("✓");
		return result;
	} catch (error) {
		end("✗");
		throw error;
	}
}
