import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { resolve } from "node:path";
import * as v from "valibot";
import { signalGroup } from "../support/programs.ts";
import { copyFolder } from "./copy.ts";

/** Recorded instead of a test if the test run timed out. */
export const timedOut = "timed out";

/** A request to run test files, in this order, until the first failure. `mutant` is the id of the active mutant, or 0. */
export const requestSchema = v.object({ files: v.array(v.string()), mutant: v.number() });

const responseSchema = v.object({
	/** The file that failed; "" if none did, or if the error has no file. */
	file: v.string(),
	/** The first failed test and its message; "" if all passed. */
	failure: v.string(),
	ms: v.number(),
	/** Ids of the mutants that the tests reached; empty unless coverage is recorded. */
	hits: v.array(v.number()),
});
export type RunResult = v.InferOutput<typeof responseSchema>;

/** More than most machines have cores, because tests of the Worker wait for workerd half of the time. */
const runnerCount = 4;
const startTimeoutMs = 120_000;

const children = new Set<ChildProcess>();
process.once("exit", () => children.forEach(kill));

function kill(child: ChildProcess): void {
	children.delete(child);
	if (child.pid !== undefined) signalGroup(child.pid, "SIGKILL");
}

const waitForMessage = (child: ChildProcess, timeoutMs: number): Promise<unknown> =>
	once(child, "message", { signal: AbortSignal.timeout(timeoutMs) }).then(
		([message]: unknown[]) => message,
		() => null,
	);

async function startRunner(isRecording: boolean): Promise<ChildProcess> {
	const child = fork(resolve(import.meta.dirname, "inside/runner.ts"), {
		cwd: copyFolder,
		detached: true,
		env: { ...process.env, ...(isRecording && { RECORD_HITS: "1" }) },
		stdio: ["ignore", "ignore", "inherit", "ipc"],
	});
	children.add(child);
	if ((await waitForMessage(child, startTimeoutMs)) === "ready") return child;
	kill(child);
	throw new Error("The test runner did not start.");
}

export type Run = (files: string[], mutant: number, timeoutMs: number) => Promise<RunResult>;

/** Calls `work` for each item, with one of several concurrent runners. */
export async function withRunners<Item>(
	items: Item[],
	work: (item: Item, run: Run) => Promise<void>,
	isRecording = false,
): Promise<void> {
	const queue = items.values();
	const processQueue = async () => {
		let child = await startRunner(isRecording);
		const run: Run = async (files, mutant, timeoutMs) => {
			child.send({ files, mutant });
			const response = v.safeParse(responseSchema, await waitForMessage(child, timeoutMs));
			if (response.success) return response.output;
			kill(child);
			child = await startRunner(isRecording);
			return { file: "", failure: timedOut, ms: timeoutMs, hits: [] };
		};
		try {
			for (const item of queue) await work(item, run);
		} finally {
			kill(child);
		}
	};
	await Promise.all(Array.from({ length: Math.min(runnerCount, items.length) }, processQueue));
}
