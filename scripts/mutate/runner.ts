import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { resolve } from "node:path";
import * as v from "valibot";
import { codeOf } from "../support/refusal.ts";
import { copyFolder } from "./copy.ts";
import { type askedSchema, type Ran, ranSchema } from "./inside/asked.ts";

const longestStartMs = 120_000;

/** Ends a runner with all that it has started: it leads a group of processes. */
function end({ pid }: ChildProcess): void {
	try {
		if (pid !== undefined) process.kill(-pid, "SIGKILL");
	} catch (error) {
		if (codeOf(error) !== "ESRCH") throw error;
	}
}

/** @returns its next message; null where none comes in time, or it has ended */
async function hear(child: ChildProcess, ms: number): Promise<unknown> {
	const heard = new AbortController();
	const signal = AbortSignal.any([heard.signal, AbortSignal.timeout(ms)]);
	const silence = once(child, "exit", { signal }).then(() => null);
	const message = once(child, "message", { signal }).then(([first]: unknown[]) => first);
	const none = () => null;
	try {
		return await Promise.race([message.catch(none), silence.catch(none)]);
	} finally {
		heard.abort();
	}
}

async function start(variables: Record<string, string>): Promise<ChildProcess> {
	const child = fork(resolve(import.meta.dirname, "inside/runner.ts"), {
		cwd: copyFolder,
		detached: true,
		env: { ...process.env, ...variables },
		stdio: ["ignore", "ignore", "inherit", "ipc"],
	});
	if ((await hear(child, longestStartMs)) === "ready") return child;
	end(child);
	throw new Error("The runner of the tests did not start.");
}

/**
 * Starts a process that runs test files of the copy. One at a time may be asked.
 * @param variables of its environment
 */
export async function openRunner(variables: Record<string, string> = {}) {
	let child = await start(variables);
	const stop = () => end(child);
	process.once("exit", stop);
	return {
		/** @param ms after which it is ended, and started again @returns null where it took longer */
		async run(asked: v.InferInput<typeof askedSchema>, ms: number): Promise<Ran | null> {
			child.send(asked);
			const ran = v.safeParse(ranSchema, await hear(child, ms));
			if (ran.success) return ran.output;
			stop();
			child = await start(variables);
			return null;
		},
		stop,
	};
}

export type Runner = Awaited<ReturnType<typeof openRunner>>;
