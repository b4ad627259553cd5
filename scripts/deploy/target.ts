import * as v from "valibot";
import { getSender } from "#worker/services/email.ts";
import { UserError } from "../support/user-error.ts";

const environments = ["production", "staging"] as const;
export type Environment = (typeof environments)[number];

export function readEnvironment(name = "production"): Environment {
	const environment = environments.find((candidate) => candidate === name);
	if (!environment)
		throw new UserError(`--env must be ${environments.join(" or ")}, not "${name}".`);
	return environment;
}

const configSchema = v.object({
	vars: v.object({
		SHOP_ORIGIN: v.string(),
		MAIL_FROM: v.string(),
		SHOP_EMAIL: v.optional(v.string()),
	}),
	routes: v.optional(v.array(v.union([v.string(), v.object({ pattern: v.string() })])), []),
	workers_dev: v.optional(v.boolean()),
});

const getHost = (pattern: string) => pattern.replace(/^https?:\/\//, "").replace(/\/.*$/, "");

export async function readTarget(environment: Environment) {
	// Imported here because it takes a second, and most commands that import this file do not need it.
	const { unstable_readConfig } = await import("wrangler");
	const args = { config: "wrangler.toml", env: environment };
	const config = unstable_readConfig(args, { hideWarnings: true });
	const { vars, routes, workers_dev } = v.parse(configSchema, config);
	return {
		environment,
		origin: vars.SHOP_ORIGIN,
		/** The sender of the shop's emails, "Name <address>". */
		emailFrom: vars.MAIL_FROM,
		/** The emails' reply-to address, if it differs from the sender. */
		shopEmail: vars.SHOP_EMAIL,
		/** The Worker's custom domains, without workers.dev. */
		domains: routes.map((route) => getHost(typeof route === "string" ? route : route.pattern)),
		// Wrangler's default.
		hasWorkersDev: workers_dev ?? routes.length === 0,
	};
}

export type Target = Awaited<ReturnType<typeof readTarget>>;

/** Reserved names (RFC 2606), and localhost. */
const isReserved = (host: string) =>
	/(^|\.)(example|test|invalid|localhost|example\.(com|net|org))$/.test(host);

/** Returns a message for each setting that wrangler accepts but the shop cannot run with. */
export function findProblems(target: Target): string[] {
	const { environment, origin, emailFrom, shopEmail, domains, hasWorkersDev } = target;
	const url = URL.parse(origin);
	const section = `wrangler.toml, [env.${environment}]`;
	const varsSection = `wrangler.toml, [env.${environment}.vars]`;
	const problems: string[] = [];
	if (url?.protocol !== "https:" || url.origin !== origin || isReserved(url.hostname)) {
		problems.push(`${varsSection}: set SHOP_ORIGIN to https:// and the shop's host, not ${origin}`);
	} else if (url.host.endsWith(".workers.dev")) {
		if (!hasWorkersDev) problems.push(`${section}: workers_dev = true is missing`);
	} else if (!domains.includes(url.host)) {
		problems.push(
			`${section}: routes = [{ pattern = "${url.host}", custom_domain = true }] is missing`,
		);
	}
	const domain = getSender(emailFrom).email.split("@").at(-1) ?? "";
	if (domain === "" || isReserved(domain)) {
		problems.push(
			`${varsSection}: set MAIL_FROM to an address of the shop's domain, not ${emailFrom}`,
		);
	}
	// With an invalid reply-to address, Cloudflare would reject every email.
	if (shopEmail !== undefined && !v.is(v.pipe(v.string(), v.email()), shopEmail)) {
		problems.push(
			`${varsSection}: set SHOP_EMAIL to an address without a name, or remove it, not ${shopEmail}`,
		);
	}
	return problems;
}
