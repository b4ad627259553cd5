import { checkBundle } from "./deploy/bundle.ts";
import { countMissing, type Finding, listFindings } from "./deploy/findings.ts";
import { migrate } from "./deploy/migrate.ts";
import { smokeTest, type Visit } from "./deploy/smoke.ts";
import { findFaults, readEnvironment, readTarget, type Target } from "./deploy/target.ts";
import { runWrangler, wrangler } from "./deploy/wrangler.ts";
import { parseArguments } from "./support/arguments.ts";
import { type Build, buildFor, buildIfChanged } from "./support/build.ts";
import { endOnSignal, runProgram } from "./support/programs.ts";
import { stage } from "./support/stage.ts";
import { runCommand, UserError } from "./support/user-error.ts";

/** Milliseconds: a new host gets its certificate within minutes, a new version is everywhere within seconds. */
const longestWaitMs = 180_000;
const pauseMs = 3_000;

/** Only what is committed is deployed, so that every version can be found again. */
async function findUncommitted(): Promise<string[]> {
	const { code, stdout } = await runProgram("git", ["status", "--porcelain"]);
	return code === 0 && stdout !== ""
		? ["There are changes that are not committed: git status"]
		: [];
}

/** @returns what wrangler wrote: the address, the version */
async function upload(build: Build): Promise<string> {
	const { stdout } = await runProgram("git", ["log", "-1", "--format=%h"]);
	const tag = stdout.trim() ? ["--tag", stdout.trim()] : [];
	const { output } = await runWrangler(wrangler, ["deploy", "-c", build.config, ...tag]);
	return output.trim();
}

async function watch(origin: string): Promise<Finding[]> {
	const deadline = Date.now() + longestWaitMs;
	const visit: Visit = (path, init) =>
		fetch(`${origin}${path}`, { redirect: "manual", signal: AbortSignal.timeout(20_000), ...init });
	for (;;) {
		const found = await smokeTest(visit);
		if (countMissing(found) === 0 || Date.now() > deadline) return found;
		await new Promise((resume) => setTimeout(resume, pauseMs));
	}
}

async function release(target: Target, build: Build): Promise<number> {
	const back = await stage("Migrating the database", () => migrate(target, wrangler));
	console.log(`  To undo migrations, and whatever is written from now on: ${back}`);
	console.log(await stage("Deploying", () => upload(build)));
	const found = await stage(`Visiting ${target.origin}`, () => watch(target.origin));
	console.log(listFindings(found));
	if (countMissing(found) === 0) {
		console.log(`Deployed: ${target.origin}`);
		return 0;
	}
	const env = `--env ${target.environment}`;
	console.log(`Deployed, but something is wrong. See: npx wrangler tail ${env}`);
	console.log(`To return to the version before: npx wrangler rollback ${env}`);
	return 1;
}

/**
 * `npm run deploy`: builds, checks, migrates, deploys and visits the shop (docs/deploy.md). What is wrong in the account,
 * wrangler says. `--env staging` for the other environment, `--dry-run` to change nothing.
 */
async function deploy(): Promise<number> {
	endOnSignal(130);
	const { values } = parseArguments({
		env: { type: "string" },
		"dry-run": { type: "boolean" },
	});
	const target = readTarget(readEnvironment(values.env));
	const build = buildFor(target.environment);
	const faults = [...(await findUncommitted()), ...findFaults(target)];
	for (const fault of faults) console.log(`✗ ${fault}`);
	if (faults.length > 0 && !values["dry-run"]) throw new UserError("Nothing was changed.");
	await stage(`Building for ${target.environment}`, () => buildIfChanged(build));
	await stage("Packing the Worker", () => checkBundle(build));
	if (!values["dry-run"]) return release(target, build);
	console.log("Dry run: nothing was changed.");
	return faults.length === 0 ? 0 : 1;
}

await runCommand(deploy);
