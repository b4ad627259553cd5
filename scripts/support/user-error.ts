/** An error that the user can fix: only its message is shown, without a stack. */
export class UserError extends Error {
	override name = "UserError";
}

export const getCode = (error: unknown): string =>
	error instanceof Error && "code" in error ? String(error.code) : "";

/** Returns the messages of an error and its causes, because only the cause of a failed `fetch` says what happened. */
export function getMessage(error: unknown): string {
	if (!(error instanceof Error)) return String(error);
	const { message, cause } = error;
	return cause instanceof Error ? `${message}: ${getMessage(cause)}` : message || getCode(error);
}

/** @param usage - printed by `--help`, instead of running the command */
export async function runCommand(main: () => Promise<number>, usage: string): Promise<void> {
	if (process.argv.includes("--help")) return console.log(usage);
	try {
		process.exitCode = await main();
	} catch (error) {
		console.error(error instanceof UserError ? error.message : error);
		process.exitCode = 1;
	}
}
