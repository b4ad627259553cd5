import { type ChildProcessByStdio, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { delimiter, resolve } from "node:path";
import type { Readable } from "node:stream";
import { killOnExit } from "../runtime/orphans.ts";
import { codeOf } from "./user-error.ts";

export type Program = ChildProcessByStdio<null, Readable, Readable>;

export type Outcome = {
	/** Exit code; 1 after a signal, 127 if the program does not exist. */
	code: number;
	stdout: string;
	/** stdout and stderr in the order in which they were written. */
	output: string;
};

type Variables = Record<string, string>;

const running = new Set<Program>();

/** Turns off telemetry, update checks, and pages of the tools, such as the Local Explorer, which runs SQL without a login. */
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

/** @param data folder for the tools' own files; null for the home folder, which has the login to Cloudflare */
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

/** Starts a program of node_modules/.bin or of the PATH. */
export function startProgram(
	command: string,
	args: string[],
	data: string | null = ".wrangler",
	variables: Variables = {},
): Program {
	const program = spawn(command, args, {
		env: environmentOf(data, variables),
		// The program leads a process group, so that all its processes can be stopped together.
		detached: true,
		stdio: ["ignore", "pipe", "pipe"],
	});
	killOnExit(program);
	running.add(program);
	program.once("close", () => running.delete(program));
	return program;
}

/** Runs a program until it ends. */
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
	return new Promise((resolve) => {
		program.on("error", (error) => resolve({ code: 127, stdout, output: error.message }));
		program.on("close", (code) => resolve({ code: code ?? 1, stdout, output }));
	});
}

/** @param parent id of a process; this one by default @returns the ids of the workerd processes that it has started */
export function listWorkerdPids(parent = process.pid): number[] {
	const ps = spawnSync("ps", ["-A", "-o", "ppid=,pid=,comm="], { encoding: "utf8" });
	const lines = (ps.stdout ?? "").matchAll(/^\s*(\d+)\s+(\d+)\s+(?:.*\/)?workerd\s*$/gm);
	return Array.from(lines, ([, ppid, pid]) => ({ ppid: Number(ppid), pid: Number(pid) }))
		.filter(({ ppid }) => ppid === parent)
		.map(({ pid }) => pid);
}

/** @param leader id of the process that leads the group */
export function signalGroup(leader: number, signal: NodeJS.Signals): void {
	try {
		process.kill(-leader, signal);
	} catch (error) {
		if (codeOf(error) !== "ESRCH") throw error;
	}
}

/** Stops a program and all processes that it has started; kills them after 5 s. */
export async function stopProgram(program: Program): Promise<void> {
	const { pid } = program;
	if (!running.has(program) || pid === undefined) return;
	const closed = once(program, "close");
	// Ignores the errors that tools log while they are stopped.
	for (const stream of [program.stdout, program.stderr]) stream.removeAllListeners("data").resume();
	const timer = setTimeout(() => signalGroup(pid, "SIGKILL"), 5000);
	signalGroup(pid, "SIGTERM");
	await closed;
	clearTimeout(timer);
	// A workerd may outlive the program that started it, but stays in its process group.
	signalGroup(pid, "SIGKILL");
}

const cleanUps: (() => Promise<unknown>)[] = [];

/** Adds a function that `exitOnSignal` waits for. */
export const cleanUpOnSignal = (cleanUp: () => Promise<unknown>): number => cleanUps.push(cleanUp);

/** Lets Ctrl-C, `kill` and a closed terminal stop this process and all programs that it has started. */
export function exitOnSignal(exitCode: number): void {
	for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
		process.once(signal, async () => {
			await Promise.all([
				...[...running].map(stopProgram),
				...cleanUps.map((cleanUp) => cleanUp()),
			]);
			process.exit(exitCode);
		});
	}
}
