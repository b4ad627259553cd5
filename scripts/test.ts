import { checkBundle } from "./deploy/bundle.ts";
import { buildFor, buildIfChanged } from "./support/build.ts";
import { checkChecklist } from "./support/checklist.ts";
import { requireTestBrowser } from "./support/chromium.ts";
import { endOnSignal, runProgram } from "./support/programs.ts";
import { Refusal, runCommand } from "./support/refusal.ts";
import { stage } from "./support/stages.ts";
import { checkTape, clearTape } from "./support/stripe-tape.ts";
import { clearTally, readTally, reportFile, runVitest } from "./support/vitest.ts";

/** Stages that only read the sources: name → commands, one after the other. */
const staticStages: [string, string[][]][] = [
	[
		"Types",
		[
			["react-router", "typegen"],
			["tsc", "--noEmit"],
			["tsc", "--noEmit", "-p", "sandbox"],
		],
	],
	["Lint and format", [["biome", "ci", "--colors=off", "."]]],
	["Unused code", [["knip"]]],
];

const projects = ["unit", "api", "e2e"];
const checklists = ["docs/contract.md", "docs/security.md"];

async function runCommands(commands: string[][]): Promise<string> {
	const words: string[] = [];
	for (const [command = "", ...args] of commands) {
		const { code, output } = await runProgram(command, args);
		if (code !== 0) words.push(output.trim());
	}
	return words.join("\n");
}

/** @returns the names of the stages that failed, their words printed */
async function runStaticStages(): Promise<string[]> {
	const failed: string[] = [];
	for (const [name, commands] of staticStages) {
		const words = await stage(name, () => runCommands(commands));
		if (words === "") continue;
		failed.push(name);
		console.log(`${words}\n`);
	}
	return failed;
}

/** @returns what was prepared; null, and the reason printed, when the reader has something to mend */
async function prepare<Result>(run: () => Promise<Result>): Promise<Result | null> {
	try {
		return await run();
	} catch (error) {
		if (!(error instanceof Refusal)) throw error;
		console.log(error.message);
		return null;
	}
}

/** Builds and packs what would be deployed, the sandbox not in it; uploads nothing. @returns the stages that failed */
async function runPacking(): Promise<string[]> {
	const build = buildFor("production");
	const faults = await prepare(async () => {
		await buildIfChanged(build);
		return stage("Packing for production", () => checkBundle(build));
	});
	for (const fault of faults ?? []) console.log(fault);
	return faults?.length === 0 ? [] : ["Packing"];
}

/** Builds, finds a browser and runs vitest. @returns the names of the stages that failed */
async function runTests(chosen: string[], filters: string[]): Promise<string[]> {
	const needsBuild = chosen.some((project) => project !== "unit");
	if (needsBuild && (await prepare(() => buildIfChanged())) === null) return ["Build"];
	const browser = chosen.includes("e2e") ? await prepare(requireTestBrowser) : "";
	if (browser) process.env.CHROMIUM = browser;
	const possible = chosen.filter((project) => project !== "e2e" || browser !== null);
	const code = possible.length > 0 ? await runVitest(possible, filters) : 0;
	return [...(browser === null ? ["Browser"] : []), ...(code === 0 ? [] : ["Tests"])];
}

/** Every row of a checklist names tests that exist and have passed in this run. @returns the stages that failed */
async function runChecklists(): Promise<string[]> {
	const failed: string[] = [];
	for (const checklist of checklists) {
		const { rows, complaints } = await checkChecklist(checklist, reportFile);
		console.log(`${checklist}: ${rows} rows, ${complaints.length} without a passed test`);
		for (const complaint of complaints) console.log(complaint);
		if (complaints.length > 0) failed.push(checklist);
	}
	return failed;
}

/** Everything that the tests asked of Stripe's double, and all it answered, fits Stripe's own schema. @returns the stages that failed */
async function runStripeSchema(): Promise<string[]> {
	const { exchanges, faults } = await stage("Stripe's schema", checkTape);
	for (const fault of faults) console.log(fault);
	console.log(`Stripe's schema: ${exchanges} kinds of exchange, ${faults.length} faults`);
	return faults.length === 0 ? [] : ["Stripe's schema"];
}

/**
 * `npm test`: everything. `npm test -- unit`, `npm test -- e2e tests/e2e/smoke.test.ts`: only these tests, and no
 * static stage. The last line is `tests: N passed, N failed, N skipped`.
 * @returns 0 when every stage and every test passed
 */
async function test(): Promise<number> {
	endOnSignal(130);
	await clearTally();
	await clearTape();
	const args = process.argv.slice(2);
	const named = projects.filter((project) => args.includes(project));
	const filters = args.filter((arg) => !projects.includes(arg));
	const failed = args.length === 0 ? await runStaticStages() : [];
	if (args.length === 0) failed.push(...(await runPacking()));
	failed.push(...(await runTests(named.length > 0 ? named : projects, filters)));
	failed.push(...(await runStripeSchema()));
	if (args.length === 0 && !failed.includes("Build")) failed.push(...(await runChecklists()));
	if (failed.length > 0) console.log(`Failed: ${failed.join(", ")}.`);
	console.log(await readTally());
	return failed.length === 0 ? 0 : 1;
}

await runCommand(test);
