import { expect, onTestFinished, test, vi } from "vitest";
import { startCronSchedule } from "./cron.ts";

test("runs the cron trigger every five minutes, even after a run fails", async () => {
	vi.useFakeTimers({ now: new Date("2026-11-21T10:03:30Z") });
	onTestFinished(() => void vi.useRealTimers());
	const runs: string[] = [];
	const failures: unknown[] = [];
	const runCron = async (due?: Date) => {
		runs.push(`${due?.toISOString()} at ${new Date().toISOString()}`);
		if (runs.length === 1) throw new Error("restarting");
	};
	startCronSchedule({ runCron }, (error) => failures.push(error));
	await vi.advanceTimersByTimeAsync(11.5 * 60_000);
	const formatRunAt = (time: string) =>
		`2026-11-21T10:${time}:00.000Z at 2026-11-21T10:${time}:00.000Z`;
	expect(runs).toEqual([formatRunAt("05"), formatRunAt("10"), formatRunAt("15")]);
	expect(failures).toEqual([new Error("restarting")]);
});
