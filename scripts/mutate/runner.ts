import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { resolve } from "node:path";
import * as v from "valibot";
import { codeOf } from "../support/refusal.ts";
import { copyFolder } from "./copy.ts";

/** Runs these test files, in this order, with one mutant on (0 for none). */
export const requestSchema = v.object({ files: v.array(v.string()), mutant: v.number() });

const answerSchema = v.object({
	/** Without the files after the first that failed. */
	results: v.array(
		v.object({
			file: v.string(),
			/** The first test that failed, and why; "" when all passed. */
			failure: v.string(),
			ms: v.number(),
			/** Ids of the mutants that it has reached, where coverage is recorded. */
			hits: v.array(v.number()),
		}),
	),
	/** Errors outside of any test. */
	unhandled: v.array(v.string()),
});
export type Answer = v.InferOutput<typeof answerSchema>;

/** Runners that work side by side: a test of the Worker waits for workerd half of its time. */
const runnerCount = 4;
const startTimeoutMs = 120_000;

const children = new Set<ChildProcess>();
process.once("exit", () => children.forEach(kill));

/** Ends a runner with all that it has started: it leads a process group. */
function kill(child: ChildProcess): void {
	const { pid } = child;
	children.delete(child);
	try {
		if (pid !== undefined) process.kill(-pid, "SIGKILL");
	} catch (error) {
		if (codeOf(error) !== "ESRCH") throw error;
	}
}

/** @returns its next message; null where none comes in time */
async function nextMessage(child: ChildProcess, timeoutMs: number): Promise<unknown> {
	const signal = AbortSignal.timeout(timeoutMs);
	return once(child, "message", { signal }).then(
		([message]: unknown[]) => message,
		() => null,
	);
}

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

/** Runs test files in the copy. One request at a time. @returns null where they took longer than the timeout */
export type Run = (files: string[], mutant: number, timeoutMs: number) => Promise<Answer | null>;

/** Works through a list by runners side by side, the first item first. */
export async function withRunners<Item>(
	items: Item[],
	isRecording: boolean,
	work: (item: Item, run: Run) => Promise<void>,
): Promise<void> {
	const queue = items.values();
	const workThroughQueue = async () => {
		let child = await start(isRecording);
		const run: Run = async (files, mutant, timeoutMs) => {
			child.send({ files, mutant });
			const answer = v.safeParse(answerSchema, await nextMessage(child, timeoutMs));
			if (answer.success) return answer.output;
			kill(child);
			child = await start(isRecording);
			return null;
		};
		try {
			for (const item of queue) await work(item, run);
		} finally {
			kill(child);
		}
	};
	await Promise.all(Array.from({ length: Math.min(runnerCount, items.length) }, workThroughQueue));
}
