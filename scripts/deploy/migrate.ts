import * as v from "valibot";
import { unfinishedMark } from "../backup/schema.ts";
import { Refusal } from "../support/refusal.ts";
import type { Target } from "./target.ts";
import { ask, reasonOf, type Wrangler } from "./wrangler.ts";

const bookmarkSchema = v.object({ bookmark: v.string() });
const rowsSchema = v.tuple([v.object({ results: v.array(v.unknown()) })]);

/** @throws Refusal where a restore was cut off: what came into such a database would be lost */
async function checkWhole({ environment }: Target, run: Wrangler): Promise<void> {
	const query = `SELECT name FROM sqlite_master WHERE name = '${unfinishedMark}'`;
	const args = ["d1", "execute", "DB", "--env", environment, "--remote", "--json"];
	const answer = await ask(run, [...args, "--command", query], rowsSchema);
	if ("reason" in answer) throw new Refusal(`The database does not answer: ${answer.reason}`);
	if (answer.value[0].results.length === 0) return;
	throw new Refusal(
		`A restore was cut off: finish it with npm run restore -- --from FOLDER --env ${environment}`,
	);
}

/**
 * Brings the deployed database up to date.
 * @returns the command that takes it back to the moment before (D1 Time Travel)
 * @throws Refusal when it is half restored, when there is no way back, or a migration fails: nothing of it is kept then
 */
export async function migrate(target: Target, run: Wrangler): Promise<string> {
	await checkWhole(target, run);
	const { environment, database } = target;
	const chosen = ["DB", "--env", environment];
	const before = await ask(run, ["d1", "time-travel", "info", ...chosen, "--json"], bookmarkSchema);
	if ("reason" in before) throw new Refusal(`D1 Time Travel gave no bookmark: ${before.reason}`);
	const applied = await run(["d1", "migrations", "apply", ...chosen, "--remote"]);
	if (applied.code !== 0) throw new Refusal(`The migrations failed: ${reasonOf(applied)}`);
	const { bookmark } = before.value;
	return `npx wrangler d1 time-travel restore ${database} --env ${environment} --bookmark ${bookmark}`;
}
