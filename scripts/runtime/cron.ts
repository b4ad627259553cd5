import type { Runtime } from "./runtime.ts";

const everyMs = 5 * 60_000;

/**
 * Runs the cron trigger of wrangler.toml when it is due on the clock (every five minutes): Miniflare does not. It keeps no program
 * from its end.
 * @param onFailure gets the error of a failed run; the next run is not affected
 */
export function runCronWhenDue(
	{ runCron }: Pick<Runtime, "runCron">,
	onFailure: (error: unknown) => void,
): void {
	const due = (Math.floor(Date.now() / everyMs) + 1) * everyMs;
	setTimeout(async () => {
		await runCron(new Date(due)).catch(onFailure);
		runCronWhenDue({ runCron }, onFailure);
	}, due - Date.now()).unref();
}
