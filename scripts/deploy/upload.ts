import { readFile, rm } from "node:fs/promises";
import * as v from "valibot";
import type { Build } from "../support/build.ts";
import { runProgram } from "../support/programs.ts";
import { Refusal } from "../support/refusal.ts";
import type { Target } from "./target.ts";
import { ask, reasonOf, type Wrangler } from "./wrangler.ts";

const bookmarkSchema = v.object({ bookmark: v.string() });

/**
 * Brings the deployed database up to date.
 * @returns the command that takes it back to the moment before (D1 Time Travel)
 * @throws Refusal when there is no way back, or a migration fails: nothing of it is kept then
 */
export async function migrate({ environment, database }: Target, run: Wrangler): Promise<string> {
	const chosen = ["DB", "--env", environment];
	const before = await ask(run, ["d1", "time-travel", "info", ...chosen, "--json"], bookmarkSchema);
	if ("reason" in before) throw new Refusal(`D1 Time Travel gave no bookmark: ${before.reason}`);
	const applied = await run(["d1", "migrations", "apply", ...chosen, "--remote"]);
	if (applied.code !== 0) throw new Refusal(`The migrations failed: ${reasonOf(applied)}`);
	const { bookmark } = before.value;
	return `npx wrangler d1 time-travel restore ${database.name} --env ${environment} --bookmark ${bookmark}`;
}

const deployedSchema = v.object({ type: v.literal("deploy"), version_id: v.nullable(v.string()) });

/** @param log lines of JSON that wrangler wrote @returns the id of the version that it deployed; null when it says none */
export function readVersion(log: string): string | null {
	for (const line of log.split("\n").filter(Boolean)) {
		const entry = v.safeParse(v.pipe(v.string(), v.parseJson(), deployedSchema), line);
		if (entry.success) return entry.output.version_id;
	}
	return null;
}

/** Deploys a build. @returns the id of its version @throws Refusal with wrangler's reason */
export async function upload({ folder, config }: Build): Promise<string | null> {
	const log = `${folder}/deployed.ndjson`;
	await rm(log, { force: true });
	const { stdout } = await runProgram("git", ["log", "-1", "--format=%h"]);
	const tag = stdout.trim() ? ["--tag", stdout.trim()] : [];
	const variables = { WRANGLER_OUTPUT_FILE_PATH: log };
	const args = ["deploy", "-c", config, ...tag];
	const outcome = await runProgram("wrangler", args, null, variables);
	if (outcome.code !== 0) throw new Refusal(`The deployment failed: ${reasonOf(outcome)}`);
	return readVersion(await readFile(log, "utf8").catch(() => ""));
}
