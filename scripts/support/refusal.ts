/** A problem that the reader can fix: shown as its message, without a stack. */
export class Refusal extends Error {
	constructor(sentence: string) {
		super(sentence);
		this.name = "Refusal";
	}
}

/** @returns the `code` of a Node error such as `EACCES`, or "" */
export const codeOf = (error: unknown): string =>
	error instanceof Error && "code" in error ? String(error.code) : "";

/** Runs a command's main function; a failure is printed on stderr and becomes exit code 1. */
export async function runCommand(main: () => Promise<number>): Promise<void> {
	try {
		process.exitCode = await main();
	} catch (error) {
		console.error(error instanceof Refusal ? error.message : error);
		process.exitCode = 1;
	}
}
