import { type ChildProcessByStdio, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { delimiter, resolve } from "node:path";
import type { Readable } from "node:stream";
import { killOnExit } from "../runtime/kill-on-exit.ts";
import { getCode, UserError } from "./user-error.ts";

export type Program = ChildProcessByStdio<null, Readable, Readable>;

export type Outcome = {
	/** Exit code; 1 after a signal, 127 if the program does not exist. */
	code: number;
	stdout: string;
	/** stdout and stderr, interleaved as they were written. */
	output: string;
};

const runningPrograms = new Set<Program>();

/** Turns off the programs' telemetry, update checks and web pages, such as the Local Explorer, which runs SQL without a login. */
export const quietEnv = {
	CLOUDFLARE_CF_FETCH_ENABLED: "false",
	DO_NOT_TRACK: "1",
	WRANGLER_HIDE_BANNER: "true",
	WRANGLER_NO_SKILLS_UPDATE_PROMPTS: "true",
	WRANGLER_SEND_ERROR_REPORTS: "false",
	WRANGLER_SEND_METRICS: "false",
	X_LOCAL_EXPLORER: "false",
	X_LOCAL_OBSERVABILITY: "false",
};

/** @param dataFolder - the folder for wrangler's own files; null for the home folder, which has the Cloudflare login */
export function startProgram(
	command: string,
	args: string[],
	dataFolder: string | null = ".wrangler",
	variables: Record<string, string> = {},
): Program {
	const program = spawn(command, args, {
		env: {
			...process.env,
			...quietEnv,
			PATH: `${resolve("node_modules/.bin")}${delimiter}${process.env.PATH ?? ""}`,
			...(dataFolder !== null && {
				XDG_CONFIG_HOME: resolve(dataFolder, "config"),
				WRANGLER_LOG_PATH: resolve(dataFolder, "logs"),
				WRANGLER_REGISTRY_PATH: resolve(dataFolder, "registry"),
			}),
			...variables,
		},
		// The program leads a process group, so that all its processes can be stopped together.
		detached: true,
		stdio: ["ignore", "pipe", "pipe"],
	});
	killOnExit(program);
	runningPrograms.add(program);
	program.once("close", () => runningPrograms.delete(program));
	return program;
}

export function runProgram(...parameters: Parameters<typeof startProgram>): Promise<Outcome> {
	const program = startProgram(...parameters);
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

/**
 * @returns stdout and stderr
 * @throws UserError with the output if the program fails
 */
export async function runProgramOrThrow(
	...parameters: Parameters<typeof startProgram>
): Promise<string> {
	const [command, args] = parameters;
	const { code, output } = await runProgram(...parameters);
	if (code === 0) return output;
	throw new UserError(`${command} ${args.join(" ")} failed:\n${output.trim()}`);
}

export function listWorkerdPids(parent = process.pid): number[] {
	const args = ["-P", String(parent), "-x", "workerd"];
	const { stdout } = spawnSync("pgrep", args, { encoding: "utf8" });
	return (stdout ?? "").split("\n").filter(Boolean).map(Number);
}

export function signalGroup(leader: number, signal: NodeJS.Signals): void {
	try {
		process.kill(-leader, signal);
	} catch (error) {
		if (getCode(error) !== "ESRCH") throw error;
	}
}

/** Stops a program and all processes that it started. Kills them after 5 s. */
export async function stopProgram(program: Program): Promise<void> {
	const { pid } = program;
	if (!runningPrograms.has(program) || pid === undefined) return;
	const closed = once(program, "close");
	// Programs log errors while they shut down.
	for (const stream of [program.stdout, program.stderr]) stream.removeAllListeners("data").resume();
	const timer = setTimeout(() => signalGroup(pid, "SIGKILL"), 5000);
	signalGroup(pid, "SIGTERM");
	await closed;
	clearTimeout(timer);
	// A workerd may outlive the program that started it, but stays in its process group.
	signalGroup(pid, "SIGKILL");
}

/** Lets Ctrl-C, `kill` and a closed terminal stop this process and all programs that it has started. */
export function exitOnSignal(exitCode: number): void {
	for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
		process.once(signal, async () => {
			await Promise.all([...runningPrograms].map(stopProgram));
			process.exit(exitCode);
		});
	}
}
