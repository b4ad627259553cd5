import { type ChildProcessByStdio, spawn } from "node:child_process";
import { once } from "node:events";
import { delimiter, resolve } from "node:path";
import type { Readable } from "node:stream";

export type Program = ChildProcessByStdio<null, Readable, Readable>;

const running = new Set<Program>();

/** The tools call nobody: no telemetry, no look for updates, no question of where we are. */
export const quietTools = {
	CLOUDFLARE_CF_FETCH_ENABLED: "false",
	DO_NOT_TRACK: "1",
	WRANGLER_HIDE_BANNER: "true",
	WRANGLER_NO_SKILLS_UPDATE_PROMPTS: "true",
	WRANGLER_SEND_ERROR_REPORTS: "false",
	WRANGLER_SEND_METRICS: "false",
};

/** @param data folder that takes the tools' logs and what they tell each other */
const environmentOf = (data: string): NodeJS.ProcessEnv => ({
	...process.env,
	...quietTools,
	PATH: `${resolve("node_modules/.bin")}${delimiter}${process.env.PATH ?? ""}`,
	WRANGLER_LOG_PATH: resolve(data, "logs"),
	WRANGLER_REGISTRY_PATH: resolve(data, "registry"),
});

/** Starts a program of node_modules/.bin, or else of the PATH, its output piped to us. */
export function startProgram(command: string, args: string[], data = ".wrangler"): Program {
	const program = spawn(command, args, {
		env: environmentOf(data),
		stdio: ["ignore", "pipe", "pipe"],
	});
	running.add(program);
	program.once("close", () => running.delete(program));
	return program;
}

/** @returns the exit code (1 when a signal ended it, 127 when there is no such program) and all that it wrote */
export function runProgram(
	command: string,
	args: string[],
	data?: string,
): Promise<{ code: number; output: string }> {
	const program = startProgram(command, args, data);
	let output = "";
	const keep = (chunk: Buffer) => {
		output += chunk.toString();
	};
	program.stdout.on("data", keep);
	program.stderr.on("data", keep);
	return new Promise((done) => {
		program.on("error", (error) => done({ code: 127, output: error.message }));
		program.on("close", (code) => done({ code: code ?? 1, output }));
	});
}

/** Ends a program that we started, and all it started; by force after 5 s. */
export async function stopProgram(program: Program): Promise<void> {
	if (!running.has(program)) return;
	const closed = once(program, "close");
	const force = setTimeout(() => program.kill("SIGKILL"), 5000);
	program.kill("SIGTERM");
	await closed;
	clearTimeout(force);
}

/** Ctrl-C, `kill` and a closed terminal end this program with everything it started. */
export function endOnSignal(exitCode: number): void {
	for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
		process.once(signal, async () => {
			await Promise.all([...running].map(stopProgram));
			process.exit(exitCode);
		});
	}
}
