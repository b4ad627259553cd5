import * as v from "valibot";
import { type Finding, missing, ready, unchecked } from "../findings.ts";
import { isPlaceholder, type Target } from "../target.ts";
import { ask, type Wrangler } from "../wrangler.ts";

const what = "Database";
const listSchema = v.array(v.object({ uuid: v.string(), name: v.string() }));

/** The line of wrangler.toml that names the database. */
const line = ({ environment }: Target, id: string) =>
	`wrangler.toml, [[env.${environment}.d1_databases]]: database_id = "${id}"`;

const creation = (target: Target) => [
	`npx wrangler d1 create ${target.database.name} --location weur`,
	line(target, "the id that it prints"),
];

/** @param run null when nobody is logged in */
export async function checkDatabase(target: Target, run: Wrangler | null): Promise<Finding> {
	const { name, id } = target.database;
	if (run === null) {
		if (isPlaceholder(id))
			return missing(what, `wrangler.toml has no id of ${name}`, ...creation(target));
		return unchecked(what, "not checked: not logged in", "npx wrangler d1 list");
	}
	const answer = await ask(run, ["d1", "list", "--json"], listSchema);
	if ("reason" in answer) return missing(what, answer.reason, "npx wrangler d1 list");
	const found = answer.value.find((database) => database.name === name);
	if (!found) return missing(what, `the account has no ${name}`, ...creation(target));
	if (found.uuid !== id) {
		return missing(
			what,
			`${name} has another id than wrangler.toml says`,
			line(target, found.uuid),
		);
	}
	return ready(what, name);
}
