import { checkBundle } from "./deploy/bundle.ts";
import { checkEverything } from "./deploy/check.ts";
import { findPending, nameAll } from "./deploy/checks/migrations.ts";
import { countMissing, type Finding, listFindings } from "./deploy/findings.ts";
import { smokeTest, type Visit } from "./deploy/smoke.ts";
import { readEnvironment, readTarget, type Target } from "./deploy/target.ts";
import { migrate, upload } from "./deploy/upload.ts";
import { wrangler } from "./deploy/wrangler.ts";
import { parseArguments } from "./support/arguments.ts";
import { type Build, buildFor, buildIfChanged } from "./support/build.ts";
import { endOnSignal, runProgram } from "./support/programs.ts";
import { Refusal, runCommand } from "./support/refusal.ts";
import { stage } from "./support/stage.ts";

/** Milliseconds: a new host gets its certificate within minutes, a new version is everywhere within seconds. */
const longestWait = 180_000;
const pause = 3_000;

/** Looks at what has to be there, and lists it. @returns how much is missing */
async function check(target: Target): Promise<number> {
	const status = await runProgram("git", ["status", "--porcelain"]);
	const accountId = process.env.CLOUDFLARE_ACCOUNT_ID;
	const world = { target, wrangler, status, accountId };
	const found = await stage(`Checking ${target.environment}`, () => checkEverything(world));
	console.log(listFindings(found));
	return countMissing(found);
}

async function pack(build: Build): Promise<void> {
	const faults = await stage("Packing the Worker", () => checkBundle(build));
	if (faults.length > 0)
		throw new Refusal(`What would be deployed is not right:\n${faults.join("\n")}`);
}

/** Visits the shop until nothing is wrong, or it has been wrong for long. */
async function watch(origin: string): Promise<Finding[]> {
	const deadline = Date.now() + longestWait;
	const visit: Visit = (path, init) =>
		fetch(`${origin}${path}`, { redirect: "manual", signal: AbortSignal.timeout(20_000), ...init });
	for (;;) {
		const found = await smokeTest(visit);
		if (countMissing(found) === 0 || Date.now() > deadline) return found;
		await new Promise((resume) => setTimeout(resume, pause));
	}
}

async function migrateIfPending(target: Target): Promise<void> {
	const found = await findPending(target, wrangler);
	if ("reason" in found) throw new Refusal(`The migrations are not known: ${found.reason}`);
	if (found.pending.length === 0) return;
	const name = `Migrating, ${nameAll(found.pending)}`;
	const back = await stage(name, () => migrate(target, wrangler));
	console.log(`  To undo it, and what was written since: ${back}`);
}

async function release(target: Target, build: Build): Promise<number> {
	await migrateIfPending(target);
	const version = await stage("Deploying", () => upload(build));
	const found = await stage(`Visiting ${target.origin}`, () => watch(target.origin));
	console.log(listFindings(found));
	if (countMissing(found) === 0) {
		console.log(`Deployed: ${target.origin}, version ${version ?? "unknown"}.`);
		return 0;
	}
	const env = `--env ${target.environment}`;
	console.log(`Deployed, but not well. See: npx wrangler tail ${env}`);
	console.log(`To take the version before: npx wrangler rollback ${env}`);
	return 1;
}

/**
 * `npm run deploy`: checks, builds, migrates, deploys and visits the shop (docs/deploy.md).
 * `--env staging` for the other environment, `--dry-run` to change nothing.
 */
async function deploy(): Promise<number> {
	endOnSignal(130);
	const { values } = parseArguments({
		env: { type: "string" },
		"dry-run": { type: "boolean" },
	});
	const target = readTarget(readEnvironment(values.env));
	const build = buildFor(target.environment);
	const lacking = await check(target);
	if (lacking > 0 && !values["dry-run"]) {
		throw new Refusal(`${lacking} missing (✗): nothing was changed.`);
	}
	await stage(`Building for ${target.environment}`, () => buildIfChanged(build));
	await pack(build);
	if (!values["dry-run"]) return release(target, build);
	console.log(`Dry run: nothing was changed. ${lacking} missing (✗).`);
	return lacking === 0 ? 0 : 1;
}

await runCommand(deploy);
