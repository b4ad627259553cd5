import { setTimeout } from "node:timers/promises";
import { migrate } from "./deploy/migrate.ts";
import { countFailed, formatFindings, runProbes, type SendRequest } from "./deploy/smoke.ts";
import { findProblems, readEnvironment, readTarget, type Target } from "./deploy/target.ts";
import { runWrangler, wrangler } from "./deploy/wrangler.ts";
import { parseArguments } from "./support/arguments.ts";
import { type Build, buildIfChanged, bundleForUpload, getBuild } from "./support/build.ts";
import { exitOnSignal, runProgram } from "./support/programs.ts";
import { runStep } from "./support/run-step.ts";
import { runCommand, UserError } from "./support/user-error.ts";

/** A new hostname takes minutes to get its certificate. Otherwise, a new version is live within seconds. */
const maxWaitMs = 180_000;
const retryAfterMs = 3_000;

/** Reports uncommitted changes, because every deployed version must be in git. */
async function findGitProblems(): Promise<string[]> {
	const { code, stdout } = await runProgram("git", ["status", "--porcelain"]);
	return code === 0 && stdout !== "" ? ["There are uncommitted changes. Run: git status"] : [];
}

async function upload(build: Build): Promise<string> {
	const { stdout } = await runProgram("git", ["log", "-1", "--format=%h"]);
	const tag = stdout.trim() ? ["--tag", stdout.trim()] : [];
	const { output } = await runWrangler(wrangler, ["deploy", "-c", build.configPath, ...tag]);
	return output.trim();
}

async function waitUntilHealthy(origin: string) {
	const deadline = Date.now() + maxWaitMs;
	const send: SendRequest = (path, init) =>
		fetch(`${origin}${path}`, { redirect: "manual", signal: AbortSignal.timeout(20_000), ...init });
	for (;;) {
		const findings = await runProbes(send);
		if (countFailed(findings) === 0 || Date.now() > deadline) return findings;
		await setTimeout(retryAfterMs);
	}
}

async function release(target: Target, build: Build): Promise<number> {
	const undoCommand = await runStep("Migrating the database", () => migrate(target, wrangler));
	console.log(`  To undo the migrations and all later data changes: ${undoCommand}`);
	console.log(await runStep("Deploying", () => upload(build)));
	const findings = await runStep(`Testing ${target.origin}`, () => waitUntilHealthy(target.origin));
	console.log(formatFindings(findings));
	if (countFailed(findings) === 0) {
		console.log(`Deployed: ${target.origin}`);
		return 0;
	}
	const env = `--env ${target.environment}`;
	console.log(`Deployed, but the smoke test failed. See: npx wrangler tail ${env}`);
	console.log(`To return to the previous version: npx wrangler rollback ${env}`);
	return 1;
}

const usage = `npm run deploy [-- --env staging] [--dry-run]

Builds, checks, migrates, deploys and tests the shop (docs/deploy.md).

  --env staging   deploys to staging, instead of production
  --dry-run       builds and checks, and changes nothing`;

/** The checks do not cover the Cloudflare account: Wrangler reports what it lacks. */
async function deploy(): Promise<number> {
	exitOnSignal(130);
	const { values } = parseArguments({
		env: { type: "string" },
		"dry-run": { type: "boolean" },
	});
	const target = await readTarget(readEnvironment(values.env));
	const build = getBuild(target.environment);
	const problems = [...(await findGitProblems()), ...findProblems(target)];
	for (const problem of problems) console.log(`✗ ${problem}`);
	if (problems.length > 0 && !values["dry-run"]) throw new UserError("Nothing was changed.");
	await runStep(`Building for ${target.environment}`, () => buildIfChanged(build));
	await runStep("Bundling the Worker", () => bundleForUpload(build));
	if (!values["dry-run"]) return release(target, build);
	console.log("Dry run: nothing was changed.");
	return problems.length === 0 ? 0 : 1;
}

await runCommand(deploy, usage);
