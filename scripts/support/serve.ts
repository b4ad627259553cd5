import { once } from "node:events";
import { createInterface } from "node:readline";
import { isQuietRequest } from "./log-lines.ts";
import { type Program, stopProgram } from "./programs.ts";
import { Refusal } from "./refusal.ts";
import { type Settings, urlOf } from "./settings.ts";
import { stage } from "./stage.ts";
import { printWelcome } from "./welcome.ts";

const longestStartMs = 120_000;
const pollMs = 100;
const chatterLine = /^(\[wrangler:info\]|⎔|🪵)/u;

const isChatter = (line: string) => chatterLine.test(line) || isQuietRequest(line);

/**
 * Until the shop is open its tools' chatter is kept back, to be shown if it does not open;
 * from then on the Worker's own words pass, without the line a request.
 */
function listenTo(program: Program) {
	const chatter: string[] = [];
	let open = false;
	for (const [from, to] of [
		[program.stdout, process.stdout],
		[program.stderr, process.stderr],
	] as const) {
		createInterface({ input: from }).on("line", (line) => {
			if (!open) chatter.push(line);
			else if (!isChatter(line)) to.write(`${line}\n`);
		});
	}
	return {
		pass: () => {
			open = true;
		},
		keptBack: () => chatter.join("\n").trim(),
	};
}

/** @returns whether the shop answers, its database included; an error of its own is shown by the caller */
async function isHealthy(url: string): Promise<boolean> {
	try {
		const response = await fetch(`${url}/healthz`, { signal: AbortSignal.timeout(5000) });
		await response.text();
		return response.ok;
	} catch {
		return false;
	}
}

async function waitUntilOpen(program: Program, url: string): Promise<boolean> {
	const deadline = Date.now() + longestStartMs;
	while (program.exitCode === null && Date.now() < deadline) {
		if (await isHealthy(url)) return true;
		await new Promise((resume) => setTimeout(resume, pollMs));
	}
	return false;
}

/**
 * Opens the shop that a program serves, and stays until it ends.
 * @returns the program's exit code
 * @throws Refusal with the program's words when the shop does not open
 */
export async function serve(program: Program, settings: Settings): Promise<number> {
	const ended = once(program, "close");
	const output = listenTo(program);
	const open = await stage("Opening the shop", () => waitUntilOpen(program, urlOf(settings)));
	if (!open) {
		await stopProgram(program);
		throw new Refusal(`The shop did not open:\n${output.keptBack()}`);
	}
	output.pass();
	printWelcome(settings);
	const [code] = await ended;
	return typeof code === "number" ? code : 1;
}
