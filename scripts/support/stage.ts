/** @param began ms, of `performance.now()` @returns the time since, such as `3.4 s` */
export const since = (began: number): string =>
	`${((performance.now() - began) / 1000).toFixed(1)} s`;

const running = new Set<string>();

/** On a terminal the last line names what runs; `say` writes above it. */
function write(text: string): void {
	const { isTTY, columns = 80 } = process.stdout;
	const names = Array.from(running).join(", ");
	const last = running.size > 0 ? `${names.slice(0, columns - 2)}…` : "";
	process.stdout.write(isTTY ? `\r\u001b[K${text}${last}` : text);
}

export const say = (text: string): void => write(`${text}\n`);

/** Writes a line with its name and time when it ends. Several may run side by side. */
export async function stage<Result>(name: string, run: () => Promise<Result>): Promise<Result> {
	const began = performance.now();
	const end = (sign: string) => {
		running.delete(name);
		say(`${sign} ${name.padEnd(32)} ${since(began).padStart(8)}`);
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
