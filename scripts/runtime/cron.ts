// Not in runtime.ts, so that the test of this file does not load Miniflare.
import type { Runtime } from "./runtime.ts";

const intervalMs = 5 * 60_000;

/** Runs the cron trigger of wrangler.toml on schedule, because Miniflare does not. The timer does not keep the process running. */
export function startCronSchedule(
	{ runCron }: Pick<Runtime, "runCron">,
	onFailure: (error: unknown) => void,
): void {
	const dueMs = (Math.floor(Date.now() / intervalMs) + 1) * intervalMs;
	setTimeout(async () => {
		await runCron(new Date(dueMs)).catch(onFailure);
		startCronSchedule({ runCron }, onFailure);
	}, dueMs - Date.now()).unref();
}
