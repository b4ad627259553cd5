import { parseArgs } from "node:util";
import { readSettings } from "./settings.ts";
import { messageOf, UserError } from "./user-error.ts";

type Options = NonNullable<Parameters<typeof parseArgs>[0]>["options"];

/** Flags of the commands here, and likely misspellings. */
const flags = [
	...["env", "environment", "local", "dry-run", "dryrun", "to", "from", "replace"],
	...["url", "admin", "read-only", "record", "left", "unit"],
	"cache-seconds",
];

/** npm keeps the flag of `npm run x --flag` in a variable (https://docs.npmjs.com/cli/v11/commands/npm-run-script). */
function refuseSwallowed(env: NodeJS.ProcessEnv): void {
	const swallowed = flags.filter((flag) => env[`npm_config_${flag.replaceAll("-", "_")}`]);
	if (swallowed.length === 0) return;
	const names = swallowed.map((flag) => `--${flag}`).join(" ");
	const command = `npm run ${env.npm_lifecycle_event ?? "deploy"} -- ${names}`;
	throw new UserError(
		`npm has kept ${names} for itself: put -- before the flags, as in ${command}`,
	);
}

/** @throws UserError for an unknown argument, in Node's words, and for flags that npm has kept */
export function parseArguments<const Known extends Options>(
	options: Known,
	{ args = process.argv.slice(2), words = false, env = process.env } = {},
) {
	refuseSwallowed(env);
	try {
		return parseArgs({ args, options, allowPositionals: words });
	} catch (error) {
		throw new UserError(messageOf(error));
	}
}

/** Whose data: that of a local folder, or of an environment of wrangler.toml on Cloudflare. */
export type Place = { data: string } | { environment: string };

/** @throws UserError unless there is either `--env` or `--local`, for the data of `npm start` */
export function readPlace({ env, local }: { env?: string; local?: boolean }): Place {
	if (env && !local) return { environment: env };
	if (local && !env) return { data: readSettings().data };
	throw new UserError("Say which shop, after a --: either --local, or --env production.");
}
