import { readdir } from "node:fs/promises";
import * as v from "valibot";
import { unfinishedMark } from "../../backup/schema.ts";
import { type Finding, missing, ready, unchecked } from "../findings.ts";
import type { Target } from "../target.ts";
import { ask, type Wrangler } from "../wrangler.ts";

const what = "Migrations";
const appliedSchema = v.tuple([v.object({ results: v.array(v.object({ name: v.string() })) })]);

const select = ({ environment }: Target) => [
	...["d1", "execute", "DB", "--remote", "--env", environment, "--json"],
	"--command",
	`SELECT name FROM d1_migrations UNION SELECT name FROM sqlite_master WHERE name = '${unfinishedMark}'`,
];

async function listFiles(): Promise<string[]> {
	return (await readdir("migrations")).filter((file) => file.endsWith(".sql")).sort();
}

/** @returns the names of the migrations that the database has not had; or why that is not known, as of one that is half restored */
export async function findPending(
	target: Target,
	run: Wrangler,
): Promise<{ pending: string[] } | { reason: string }> {
	const [files, answer] = [await listFiles(), await ask(run, select(target), appliedSchema)];
	if ("reason" in answer) {
		// A new database does not even have the table of what was applied.
		return /no such table/.test(answer.reason) ? { pending: files } : answer;
	}
	const applied = new Set(answer.value[0].results.map(({ name }) => name));
	if (applied.has(unfinishedMark)) {
		return {
			reason: `a restore was cut off: finish it with npm run restore -- --from FOLDER --env ${target.environment}`,
		};
	}
	return { pending: files.filter((file) => !applied.has(file)) };
}

/** @returns the names of some migrations in a few words */
export const nameAll = (names: readonly string[]): string =>
	names.length > 3 ? `${names[0]} to ${names.at(-1)}` : names.join(", ");

/** @param run null when nobody is logged in, or there is no database to look at */
export async function checkMigrations(target: Target, run: Wrangler | null): Promise<Finding> {
	const list = `npx wrangler d1 migrations list DB --remote --env ${target.environment}`;
	if (run === null) return unchecked(what, "not checked: no database to look at", list);
	const found = await findPending(target, run);
	if ("reason" in found) return missing(what, found.reason, list);
	const { pending } = found;
	if (pending.length === 0) return ready(what, "none is pending");
	return ready(what, `${pending.length} to apply: ${nameAll(pending)}`);
}
