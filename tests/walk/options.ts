import { type Environment, readTarget } from "../../scripts/deploy/target.ts";
import { parseArguments } from "../../scripts/support/arguments.ts";
import { readSettings, urlOf } from "../../scripts/support/settings.ts";
import { UserError } from "../../scripts/support/user-error.ts";
import { promisedSeconds } from "./cache.ts";

const environments = ["local", "staging", "production"] as const;

/** What `npm run smoke` is asked to do. */
export type SmokeOptions = {
	/** Of the shop, without a slash at its end. */
	origin: string;
	env: "local" | Environment;
	readOnly: boolean;
	/** Who reads the mails of the new account; "" for the local shop. */
	email: string;
	admin: { email: string; password: string } | null;
	/** Stripe's secret key; null for none. */
	key: string | null;
	cacheSeconds: number;
};

const originOf = (env: SmokeOptions["env"]) =>
	env === "local" ? urlOf(readSettings()) : readTarget(env).origin;

/** @throws UserError where it is no address, or that of production while another shop is meant */
function readOrigin(url: string | undefined, env: SmokeOptions["env"]): string {
	const address = url ?? originOf(env);
	if (!/^https?:\/\//.test(address) || !URL.canParse(address)) {
		throw new UserError(`--url takes an address such as https://shop.example, not “${address}”.`);
	}
	const { origin } = new URL(address);
	if (env !== "production" && origin === originOf("production")) {
		throw new UserError(`${origin} is production: say --env production --read-only.`);
	}
	return origin;
}

/** The admin whom `npm start` makes (README.md). */
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

/** Reads the command's own arguments and variables. @throws UserError for what would not work, or would write where it must not */
export function readOptions(args = process.argv.slice(2)): SmokeOptions {
	const options = {
		url: { type: "string" },
		env: { type: "string", default: "local" },
		email: { type: "string" },
		admin: { type: "string" },
		"cache-seconds": { type: "string", default: String(promisedSeconds) },
		"read-only": { type: "boolean", default: false },
	} as const;
	const { values } = parseArguments(options, { args });
	const { url, email = "", admin } = values;
	const readOnly = values["read-only"];
	const env = environments.find((name) => name === values.env);
	if (!env) throw new UserError(`--env is ${environments.join(", ")}, not “${values.env}”.`);
	if (env === "production" && !readOnly) {
		throw new UserError("On production only the part that writes nothing is run: add --read-only.");
	}
	if (env === "staging" && !readOnly && !/^[^@\s]+@[^@\s]+$/.test(email)) {
		throw new UserError("Say who reads the mails of the new account: --email you@yourdomain.com");
	}
	return {
		origin: readOrigin(url, env),
		env,
		readOnly,
		email,
		admin: readOnly ? null : readAdmin(admin, env === "local"),
		key: process.env.STRIPE_SECRET_KEY || null,
		cacheSeconds: readSeconds(values["cache-seconds"]),
	};
}
