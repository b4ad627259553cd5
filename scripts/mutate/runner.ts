import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { resolve } from "node:path";
import * as v from "valibot";
import { signalGroup } from "../support/programs.ts";
import { copyFolder } from "./copy.ts";
import { timeOut } from "./results.ts";

/** Runs these test files, in this order, with one mutant on (0 for none), up to the first that fails. */
export const requestSchema = v.object({ files: v.array(v.string()), mutant: v.number() });

const responseSchema = v.object({
	/** The file that failed; "" for none, or where the error came from none. */
	file: v.string(),
	/** Its first test that failed, and why; "" when all passed. */
	failure: v.string(),
	ms: v.number(),
	/** Ids of the mutants that were reached, where that is recorded. */
	hits: v.array(v.number()),
});
export type Answer = v.InferOutput<typeof responseSchema>;

/** Runners that work side by side: a test of the Worker waits for workerd half of its time. */
const runnerCount = 4;
const startTimeoutMs = 120_000;

const children = new Set<ChildProcess>();
process.once("exit", () => children.forEach(kill));

/** It leads a process group: all that it has started ends with it. */
function kill(child: ChildProcess): void {
	children.delete(child);
	if (child.pid !== undefined) signalGroup(child.pid, "SIGKILL");
}

const nextMessage = (child: ChildProcess, timeoutMs: number): Promise<unknown> =>
	once(child, "message", { signal: AbortSignal.timeout(timeoutMs) }).then(
		([message]: unknown[]) => message,
		() => null,
	);

async function start(isRecording: boolean): Promise<ChildProcess> {
	const child = fork(resolve(import.meta.dirname, "inside/runner.ts"), {
		cwd: copyFolder,
		detached: true,
		env: { ...process.env, ...(isRecording && { MUTANT_RECORD: "1" }) },
		stdio: ["ignore", "ignore", "inherit", "ipc"],
	});
	children.add(child);
	if ((await nextMessage(child, startTimeoutMs)) === "ready") return child;
	kill(child);
	throw new Error("The test runner did not start.");
}

export type Run = (files: string[], mutant: number, timeoutMs: number) => Promise<Answer>;

/** Works through a list by runners side by side, the first item first. */
export async function withRunners<Item>(
	items: Item[],
	work: (item: Item, run: Run) => Promise<void>,
	isRecording = false,
): Promise<void> {
	const queue = items.values();
	const workThroughQueue = async () => {
		let child = await start(isRecording);
		const run: Run = async (files, mutant, timeoutMs) => {
			child.send({ files, mutant });
			const response = v.safeParse(responseSchema, await nextMessage(child, timeoutMs));
			if (response.success) return response.output;
			kill(child);
			child = await start(isRecording);
			return { file: "", failure: timeOut, ms: timeoutMs, hits: [] };
		};
		try {
			for (const item of queue) await work(item, run);
		} finally {
			kill(child);
		}
	};
	await Promise.all(Array.from({ length: Math.min(runnerCount, items.length) }, workThroughQueue));
}
