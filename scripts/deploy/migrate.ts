// Not in deploy.ts, because importing that file deploys, and a test imports this one.
import * as v from "valibot";
import { unfinishedRestoreTable } from "../backup/schema.ts";
import { UserError } from "../support/user-error.ts";
import type { Target } from "./target.ts";
import { readWranglerJson, runWrangler, type Wrangler } from "./wrangler.ts";

const bookmarkSchema = v.object({ bookmark: v.string() });
const rowsSchema = v.tuple([v.object({ results: v.array(v.unknown()) })]);

/**
 * Applies the pending migrations.
 * @returns the command that restores the database to its state before them (D1 Time Travel)
 */
export async function migrate({ environment }: Target, run: Wrangler): Promise<string> {
	const query = `SELECT name FROM sqlite_master WHERE name = '${unfinishedRestoreTable}'`;
	const databaseArgs = ["DB", "--env", environment];
	const [{ results }] = await readWranglerJson(
		run,
		["d1", "execute", ...databaseArgs, "--remote", "--json", "--command", query],
		rowsSchema,
	);
	if (results.length > 0) {
		throw new UserError(
			`A restore was interrupted. To finish it, run npm run restore -- --from FOLDER --env ${environment}`,
		);
	}
	const info = ["d1", "time-travel", "info", ...databaseArgs, "--json"];
	const { bookmark } = await readWranglerJson(run, info, bookmarkSchema);
	await runWrangler(run, ["d1", "migrations", "apply", ...databaseArgs, "--remote"]);
	return `npx wrangler d1 time-travel restore DB --env ${environment} --bookmark ${bookmark}`;
}
