import { once } from "node:events";
import { relative } from "node:path";
import { checkTape, clearTape } from "../tests/support/stripe-tape.ts";
import { checkBundle } from "./deploy/bundle.ts";
import { buildFor, buildIfChanged } from "./support/build.ts";
import { requireTestBrowser } from "./support/chromium.ts";
import { endOnSignal, runProgram, startProgram } from "./support/programs.ts";
import { say, stage } from "./support/stage.ts";
import { runCommand, UserError } from "./support/user-error.ts";
import { checkChecklist } from "./test/checklist.ts";
import { clearResults, readResults, slowest, tally } from "./test/results.ts";

const projects = ["unit", "api", "e2e"];
const checklists = ["docs/contract.md", "docs/security.md", "docs/reliability.md"];

/** Stages that only read the sources: name → commands, one after the other. */
const staticStages: [string, string[][]][] = [
	[
		"Types",
		[
			["react-router", "typegen"],
			// By one thread: several check the same types again, which takes twice the work.
			["tsc", "--noEmit", "--singleThreaded"],
			["tsc", "--noEmit", "--singleThreaded", "-p", "sandbox"],
		],
	],
	["Lint and format", [["biome", "ci", "--colors=off", "."]]],
	["Unused code", [["knip"]]],
];

const failed: string[] = [];

/** Runs a stage; what a UserError says is printed whole. @returns whether it passed */
async function attempt(name: string, run: () => Promise<unknown>): Promise<boolean> {
	try {
		await stage(name, run);
		return true;
	} catch (error) {
		if (!(error instanceof UserError)) throw error;
		failed.push(name);
		say(error.message);
		return false;
	}
}

function refuseFaults(faults: string[]): void {
	if (faults.length > 0) throw new UserError(faults.join("\n"));
}

async function runCommands(commands: string[][]): Promise<void> {
	for (const [command = "", ...args] of commands) {
		const { code, output } = await runProgram(command, args);
		if (code !== 0) throw new UserError(output.trim());
	}
}

/** Runs some of vitest's projects and prints each failure as it comes. */
async function runVitest(chosen: string[], filters: string[]): Promise<void> {
	const program = startProgram("vitest", [
		...["run", "--reporter=./scripts/test/reporter.ts", "--passWithNoTests"],
		...[process.stdout.isTTY ? "--color" : "--no-color"],
		...chosen.map((project) => `--project=${project}`),
		...filters,
	]);
	for (const stream of [program.stdout, program.stderr]) {
		stream.on("data", (chunk: Buffer) => say(chunk.toString().replace(/\n$/, "")));
	}
	const [code] = await once(program, "close");
	if (code !== 0) throw new UserError(`vitest ended with code ${code}: see above.`);
}

/** Builds and packs what would be deployed, the sandbox not in it; uploads nothing. */
async function packForProduction(): Promise<void> {
	const build = buildFor("production");
	await buildIfChanged(build);
	await checkBundle(build);
}

async function runStaticStages(): Promise<void> {
	for (const [name, commands] of staticStages) await attempt(name, () => runCommands(commands));
	await attempt("Packing for production", packForProduction);
}

/** @returns the projects whose needs are met: the unit tests have none, the others a build, e2e a browser */
async function prepare(chosen: string[]): Promise<string[]> {
	const unitTests = chosen.filter((project) => project === "unit");
	const shopTests = chosen.filter((project) => project !== "unit");
	if (shopTests.length === 0) return chosen;
	if (!(await attempt("Build", () => buildIfChanged()))) return unitTests;
	const findBrowser = async () => {
		process.env.CHROMIUM = await requireTestBrowser();
	};
	if (!chosen.includes("e2e") || (await attempt("Browser", findBrowser))) return chosen;
	return chosen.filter((project) => project !== "e2e");
}

/** All tests are one run of vitest, in which no project waits for the end of another; the static stages run beside it. */
async function runAll(chosen: string[], filters: string[], whole: boolean): Promise<void> {
	const possible = await prepare(chosen);
	const runTests = async () => {
		if (possible.length > 0) await attempt("Tests", () => runVitest(possible, filters));
	};
	await Promise.all([runTests(), whole ? runStaticStages() : undefined]);
}

/**
 * `npm test`: everything. `npm test -- unit`, `npm test -- e2e tests/e2e/journey.test.ts`: only these tests, and no
 * static stage. The last line is `tests: N passed, N failed, N skipped`.
 * @returns 0 when every stage and every test passed
 */
async function test(): Promise<number> {
	endOnSignal(130);
	await clearResults();
	await clearTape();
	const args = process.argv.slice(2);
	const named = projects.filter((project) => args.includes(project));
	const filters = args.filter((arg) => !projects.includes(arg));
	const whole = args.length === 0;
	await runAll(named.length > 0 ? named : projects, filters, whole);
	const files = await readResults();
	await attempt("Stripe's schema", async () => refuseFaults((await checkTape()).errors));
	if (files.length === 0) failed.push(`no test file matches ${filters.join(" ")}`);
	if (whole) {
		for (const checklist of checklists) {
			await attempt(checklist, async () => refuseFaults(await checkChecklist(checklist, files)));
		}
		say("Slowest test files:");
		for (const { file, ms } of slowest(files, 10)) {
			say(`${(ms / 1000).toFixed(1).padStart(8)} s  ${relative("", file)}`);
		}
	}
	if (failed.length > 0) say(`Failed: ${failed.join(", ")}.`);
	say(tally(files));
	return failed.length === 0 ? 0 : 1;
}

await runCommand(test);
