import { type Environment, readTarget } from "../../scripts/deploy/target.ts";
import { parseArguments } from "../../scripts/support/arguments.ts";
import { getUrl, readSettings } from "../../scripts/support/settings.ts";
import { UserError } from "../../scripts/support/user-error.ts";
import { maxStaleSeconds } from "./cache.ts";

const environments = ["local", "staging", "production"] as const;

/** The options of `npm run smoke`. */
export type SmokeOptions = {
	/** The shop's origin, without a trailing slash. */
	origin: string;
	env: "local" | Environment;
	readOnly: boolean;
	/** The address that gets the emails of the new account; "" for the local shop. */
	email: string;
	admin: { email: string; password: string } | null;
	/** Stripe's secret key, or null. */
	stripeKey: string | null;
	cacheSeconds: number;
};

const getOrigin = async (env: SmokeOptions["env"], port = process.env.PORT) =>
	env === "local"
		? getUrl(readSettings({ ...process.env, PORT: port }))
		: (await readTarget(env)).origin;

const isLoopback = (hostname: string) => /^(?:localhost|127\.[\d.]+|\[::1\])$/.test(hostname);

/** @throws UserError if `url` is invalid, or if it is production's URL and `env` is not production */
async function readOrigin(
	{ url, port }: { url?: string; port?: string },
	env: SmokeOptions["env"],
): Promise<string> {
	const shopUrl = url ?? (await getOrigin(env, port));
	if (!/^https?:\/\//.test(shopUrl) || !URL.canParse(shopUrl)) {
		throw new UserError(`--url takes a URL such as https://shop.example, not “${shopUrl}”.`);
	}
	const { origin, hostname } = new URL(shopUrl);
	const mayBeProduction = env !== "production" && !isLoopback(hostname);
	if (mayBeProduction && origin === (await getOrigin("production"))) {
		throw new UserError(`${origin} is production: use --env production --read-only.`);
	}
	return origin;
}

/** The admin that `npm start` creates (README.md). */
const localAdmin = { email: "admin@example.com", password: "password" };

function readAdmin(email: string | undefined, isLocal: boolean): SmokeOptions["admin"] {
	const password = process.env.SMOKE_ADMIN_PASSWORD;
	if (email && password) return { email, password };
	if (isLocal && (!email || email === localAdmin.email)) {
		return { ...localAdmin, password: password || localAdmin.password };
	}
	if (email) throw new UserError("Set SMOKE_ADMIN_PASSWORD to the admin's password.");
	return null;
}

function readSeconds(text: string): number {
	const seconds = Number(text);
	if (text.trim() !== "" && seconds >= 0) return seconds;
	throw new UserError(`--cache-seconds takes a number of seconds, not “${text}”.`);
}

/**
 * Reads the command's arguments and environment variables.
 * @throws UserError if they are invalid, or would write to production
 */
export async function readOptions(args = process.argv.slice(2)): Promise<SmokeOptions> {
	const options = {
		port: { type: "string" },
		url: { type: "string" },
		env: { type: "string", default: "local" },
		email: { type: "string" },
		admin: { type: "string" },
		"cache-seconds": { type: "string", default: String(maxStaleSeconds) },
		"read-only": { type: "boolean", default: false },
	} as const;
	const { values } = parseArguments(options, { args });
	const { email = "", admin } = values;
	const readOnly = values["read-only"];
	const env = environments.find((name) => name === values.env);
	if (!env) throw new UserError(`--env takes ${environments.join(", ")}, not “${values.env}”.`);
	if (env === "production" && !readOnly) {
		throw new UserError("On production, only the read-only checks may run: add --read-only.");
	}
	if (env === "staging" && !readOnly && !/^[^@\s]+@[^@\s]+$/.test(email)) {
		throw new UserError(
			"Specify the address that gets the new account's emails: --email you@yourdomain.com",
		);
	}
	return {
		origin: await readOrigin(values, env),
		env,
		readOnly,
		email,
		admin: readOnly ? null : readAdmin(admin, env === "local"),
		stripeKey: process.env.STRIPE_SECRET_KEY || null,
		cacheSeconds: readSeconds(values["cache-seconds"]),
	};
}
