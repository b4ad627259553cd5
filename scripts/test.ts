import { once } from "node:events";
import { mkdtempSync, rmSync, statfsSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join, relative, resolve } from "node:path";
import { clearExchanges, findExchangeErrors } from "../tests/support/recorded-exchanges.ts";
import { buildIfChanged, bundleForUpload, localBuild } from "./support/build.ts";
import { requireChromium } from "./support/chromium.ts";
import { exitOnSignal, runProgramOrThrow, startProgram } from "./support/programs.ts";
import { runStep } from "./support/run-step.ts";
import { runCommand, UserError } from "./support/user-error.ts";
import { checkChecklist } from "./test/checklist.ts";
import {
	formatTally,
	getDurationMs,
	listSlowest,
	readResults,
	resultsFile,
} from "./test/results.ts";

const suites = ["unit", "api", "e2e", "tasks", "engines"];
/** Without `tasks`, whose click counts (docs/tasks.md) rarely change, and without `engines`, because few machines have its browsers. */
const defaultSuites = ["unit", "api", "e2e"];
const checklists = ["docs/contract.md", "docs/security.md", "docs/reliability.md"];

const staticChecks: [string, string[][]][] = [
	[
		"Types",
		[
			["react-router", "typegen"],
			// With several threads, tsc takes twice the CPU time, because they check the same types again.
			["tsc", "--noEmit", "--singleThreaded"],
			["tsc", "--noEmit", "--singleThreaded", "-p", "sandbox"],
		],
	],
	["Lint and format", [["biome", "ci", "--colors=off", "."]]],
	["Unused code", [["knip"]]],
];

const failedSteps: string[] = [];

async function tryStep(name: string, run: () => Promise<unknown>): Promise<boolean> {
	try {
		await runStep(name, run);
		return true;
	} catch (error) {
		if (!(error instanceof UserError)) throw error;
		failedSteps.push(name);
		console.log(error.message);
		return false;
	}
}

function throwIfAny(problems: string[]): void {
	if (problems.length > 0) throw new UserError(problems.join("\n"));
}

async function runCommands(commands: string[][]): Promise<void> {
	for (const [command = "", ...args] of commands) await runProgramOrThrow(command, args);
}

async function runVitest(chosenSuites: string[], filters: string[]): Promise<void> {
	const program = startProgram("vitest", [
		"run",
		"--passWithNoTests",
		"--reporter=./scripts/test/reporter.ts",
		"--reporter=json",
		`--outputFile.json=${resultsFile}`,
		process.stdout.isTTY ? "--color" : "--no-color",
		...new Set(chosenSuites.map((suite) => `--project=${suite === "unit" ? "unit" : "shop"}`)),
		...suites
			.filter((suite) => !chosenSuites.includes(suite))
			.map((suite) => `--exclude=tests/${suite}/**`),
		...filters,
	]);
	program.stdout.pipe(process.stdout);
	program.stderr.pipe(process.stderr);
	const [code] = await once(program, "close");
	if (code !== 0) throw new UserError(`vitest exited with code ${code}: see above.`);
}

/** Builds the shop and finds a browser if the suites need them. Returns the suites that can run. */
async function prepareSuites(chosenSuites: string[]): Promise<string[]> {
	const browserSuites = ["e2e", "tasks"];
	const [isBuilt, hasBrowser] = await Promise.all([
		chosenSuites.some((suite) => suite !== "unit") && tryStep("Build", () => buildIfChanged()),
		chosenSuites.some((suite) => browserSuites.includes(suite)) &&
			tryStep("Browser", async () => {
				process.env.CHROMIUM = await requireChromium();
			}),
	]);
	return chosenSuites.filter(
		(suite) => suite === "unit" || (isBuilt && (hasBrowser || !browserSuites.includes(suite))),
	);
}

/**
 * Runs all suites in one run of vitest, so that no worker is idle between them. The static checks run at the same time. They start during
 * the build and the browser download, which leave a core idle.
 */
async function runAll(
	chosenSuites: string[],
	filters: string[],
	isFullRun: boolean,
): Promise<void> {
	const preparation = prepareSuites(chosenSuites);
	const runTests = async () => {
		const runnableSuites = await preparation;
		if (runnableSuites.length > 0) await tryStep("Tests", () => runVitest(runnableSuites, filters));
	};
	const runStaticChecks = async () => {
		for (const [name, commands] of staticChecks) await tryStep(name, () => runCommands(commands));
		await preparation;
		await tryStep("Bundle for upload", () => bundleForUpload(localBuild));
	};
	await Promise.all([runTests(), isFullRun ? runStaticChecks() : undefined]);
}

/** An in-memory file system on Linux. In containers, it often has only 64 MiB. */
const memoryFolder = "/dev/shm";
const neededBytes = 2 * 1024 ** 3;

function readFreeBytes(): number {
	try {
		const { bavail, bsize } = statfsSync(memoryFolder);
		return bavail * bsize;
	} catch {
		return 0;
	}
}

/**
 * Keeps the temporary files of this process and its programs in memory, if there is enough. workerd calls fsync after each
 * database write. On a disk, that takes a sixth more CPU time and makes the tests wait.
 */
function keepTemporaryFilesInMemory(): void {
	if (readFreeBytes() < neededBytes) return;
	const folder = mkdtempSync(join(memoryFolder, "torque-test-"));
	process.env.TMPDIR = folder;
	process.once("exit", () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }));
}

const usage = `npm test [-- ${suites.join("|")}] [file or folder] [Vitest options]

Without arguments, runs all checks, and all tests but tasks and engines. With arguments, runs only the tests of these
suites and files, such as: npm test -- e2e tests/e2e/journey.test.ts`;

async function test(): Promise<number> {
	exitOnSignal(130);
	keepTemporaryFilesInMemory();
	// Without this cache, every worker and command would compile the same modules.
	process.env.NODE_COMPILE_CACHE ||= resolve("node_modules/.cache/node");
	await rm(resultsFile, { force: true });
	await clearExchanges();
	const args = process.argv.slice(2);
	const namedSuites = suites.filter((suite) => args.includes(suite));
	const filters = args.filter((arg) => !suites.includes(arg));
	const isFullRun = args.length === 0;
	await runAll(namedSuites.length > 0 ? namedSuites : defaultSuites, filters, isFullRun);
	const files = await readResults();
	await tryStep("Stripe's schema", async () => throwIfAny(await findExchangeErrors()));
	if (files.length === 0 && filters.length > 0)
		failedSteps.push(`no test file matches ${filters.join(" ")}`);
	if (isFullRun) {
		for (const checklist of checklists) {
			await tryStep(checklist, async () => throwIfAny(await checkChecklist(checklist, files)));
		}
		console.log("Slowest test files:");
		for (const file of listSlowest(files, 10)) {
			const seconds = (getDurationMs(file) / 1000).toFixed(1);
			console.log(`${seconds.padStart(8)} s  ${relative("", file.name)}`);
		}
	}
	if (failedSteps.length > 0) console.log(`Failed: ${failedSteps.join(", ")}.`);
	console.log(formatTally(files));
	return failedSteps.length === 0 ? 0 : 1;
}

await runCommand(test, usage);
