import { type ChildProcessByStdio, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { delimiter, resolve } from "node:path";
import type { Readable } from "node:stream";
import { endWithUs } from "../runtime/orphans.ts";
import { codeOf } from "./user-error.ts";

export type Program = ChildProcessByStdio<null, Readable, Readable>;

/** The result of a program: its exit code (1 after a signal, 127 when it does not exist), and its output. */
export type Outcome = { code: number; stdout: string; output: string };

type Variables = Record<string, string>;

const running = new Set<Program>();

/** No telemetry, no update checks, no pages of the tools' own, such as the Local Explorer's SQL without a login. */
export const quietTools = {
	CLOUDFLARE_CF_FETCH_ENABLED: "false",
	DO_NOT_TRACK: "1",
	WRANGLER_HIDE_BANNER: "true",
	WRANGLER_NO_SKILLS_UPDATE_PROMPTS: "true",
	WRANGLER_SEND_ERROR_REPORTS: "false",
	WRANGLER_SEND_METRICS: "false",
	X_LOCAL_EXPLORER: "false",
	X_LOCAL_OBSERVABILITY: "false",
};

/** @param data folder of the tools' own files; null for the home folder, where the login to Cloudflare is */
const environmentOf = (data: string | null, variables: Variables): NodeJS.ProcessEnv => ({
	...process.env,
	...quietTools,
	PATH: `${resolve("node_modules/.bin")}${delimiter}${process.env.PATH ?? ""}`,
	...(data !== null && {
		XDG_CONFIG_HOME: resolve(data, "config"),
		WRANGLER_LOG_PATH: resolve(data, "logs"),
		WRANGLER_REGISTRY_PATH: resolve(data, "registry"),
	}),
	...variables,
});

/** Starts a program of node_modules/.bin, or else of the PATH, its output piped to us. */
export function startProgram(
	command: string,
	args: string[],
	data: string | null = ".wrangler",
	variables: Variables = {},
): Program {
	const program = spawn(command, args, {
		env: environmentOf(data, variables),
		// In a process group of its own, so that all of it can be ended.
		detached: true,
		stdio: ["ignore", "pipe", "pipe"],
	});
	endWithUs(program);
	running.add(program);
	program.once("close", () => running.delete(program));
	return program;
}

/** Runs a program to its end. @returns `output`: stdout and stderr as they came */
export function runProgram(
	command: string,
	args: string[],
	data?: string | null,
	variables?: Variables,
): Promise<Outcome> {
	const program = startProgram(command, args, data, variables);
	let [stdout, output] = ["", ""];
	program.stdout.on("data", (chunk: Buffer) => (stdout += chunk));
	for (const stream of [program.stdout, program.stderr]) {
		stream.on("data", (chunk: Buffer) => (output += chunk));
	}
	return new Promise((done) => {
		program.on("error", (error) => done({ code: 127, stdout, output: error.message }));
		program.on("close", (code) => done({ code: code ?? 1, stdout, output }));
	});
}

/** @returns the ids of the workerd processes that a process has started itself */
export function listWorkerds(parent = process.pid): number[] {
	const ps = spawnSync("ps", ["-A", "-o", "ppid=,pid=,comm="], { encoding: "utf8" });
	const lines = (ps.stdout ?? "").matchAll(/^\s*(\d+)\s+(\d+)\s+(?:.*\/)?workerd\s*$/gm);
	return Array.from(lines, ([, ppid, pid]) => ({ ppid: Number(ppid), pid: Number(pid) }))
		.filter(({ ppid }) => ppid === parent)
		.map(({ pid }) => pid);
}

export function signalGroup(leader: number, signal: NodeJS.Signals): void {
	try {
		process.kill(-leader, signal);
	} catch (error) {
		if (codeOf(error) !== "ESRCH") throw error;
	}
}

/** Ends a program that we started, with all that it has started; by force after 5 s. */
export async function stopProgram(program: Program): Promise<void> {
	const { pid } = program;
	if (!running.has(program) || pid === undefined) return;
	const closed = once(program, "close");
	// Error messages of tools that are being stopped are of no interest.
	for (const stream of [program.stdout, program.stderr]) stream.removeAllListeners("data").resume();
	const force = setTimeout(() => signalGroup(pid, "SIGKILL"), 5000);
	signalGroup(pid, "SIGTERM");
	await closed;
	clearTimeout(force);
	// A runtime whose starter has ended is still in its process group.
	signalGroup(pid, "SIGKILL");
}

const closing: (() => Promise<unknown>)[] = [];

export const closeOnSignal = (close: () => Promise<unknown>): number => closing.push(close);

/** Ctrl-C, `kill` and a closed terminal end this program with everything it started. */
export function endOnSignal(exitCode: number): void {
	for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
		process.once(signal, async () => {
			await Promise.all([...[...running].map(stopProgram), ...closing.map((close) => close())]);
			process.exit(exitCode);
		});
	}
}
