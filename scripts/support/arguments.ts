import { parseArgs } from "node:util";
import { readSettings, type Settings } from "./settings.ts";
import { getMessage, UserError } from "./user-error.ts";

type Options = NonNullable<NonNullable<Parameters<typeof parseArgs>[0]>["options"]>;

/** Likely misspellings: `npm run deploy --dryrun` must not deploy. */
const misspellings = ["dryrun", "environment"];

/** These flags are also npm settings, so npm sets their environment variables from .npmrc even if it has consumed no flag. */
const npmSettings = ["email", "key"];

/** npm removes the flags of `npm run x --flag` and sets environment variables instead (https://docs.npmjs.com/cli/v11/commands/npm-run-script). */
function rejectConsumedFlags(flags: string[], env: NodeJS.ProcessEnv): void {
	const consumedFlags = flags.filter((flag) => env[`npm_config_${flag.replaceAll("-", "_")}`]);
	if (consumedFlags.length === 0) return;
	const names = consumedFlags.map((flag) => `--${flag}`).join(" ");
	const command = `npm run ${env.npm_lifecycle_event ?? "deploy"} -- ${names}`;
	throw new UserError(`npm has consumed ${names}: put -- before the flags, as in ${command}`);
}

export function parseArguments<const Known extends Options>(
	options: Known,
	{ args = process.argv.slice(2), allowPositionals = false, env = process.env } = {},
) {
	const flags = Object.keys(options).filter((name) => !npmSettings.includes(name));
	rejectConsumedFlags([...flags, ...misspellings], env);
	try {
		return parseArgs({ args, options, allowPositionals });
	} catch (error) {
		throw new UserError(getMessage(error));
	}
}

/**
 * Reads the settings of a command that serves the shop. Flags replace the environment variables.
 * @throws UserError
 */
export function readServerSettings({
	args = process.argv.slice(2),
	env = process.env,
} = {}): Settings {
	const options = { port: { type: "string" }, host: { type: "string" } } as const;
	const { port = env.PORT, host = env.HOST } = parseArguments(options, { args, env }).values;
	return readSettings({ ...env, PORT: port, HOST: host });
}

/** The location of a shop's data: a local folder, or an environment of wrangler.toml on Cloudflare. */
export type ShopLocation = { dataFolder: string } | { environment: string };

/**
 * Reads which shop to use. `local` selects the data of `npm start`.
 * @throws UserError unless exactly one of `env` and `local` is set
 */
export function readShopLocation({ env, local }: { env?: string; local?: boolean }): ShopLocation {
	if (env && !local) return { environment: env };
	if (local && !env) return { dataFolder: readSettings().dataFolder };
	throw new UserError("Choose the shop, after a --: either --local, or --env production.");
}
