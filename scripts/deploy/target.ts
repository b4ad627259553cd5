import * as v from "valibot";
import { unstable_readConfig } from "wrangler";
import { Refusal } from "../support/refusal.ts";

const environments = ["production", "staging"] as const;
export type Environment = (typeof environments)[number];

/** @throws Refusal for an environment that wrangler.toml does not have */
export function readEnvironment(name = "production"): Environment {
	const found = environments.find((environment) => environment === name);
	if (!found) throw new Refusal(`--env is ${environments.join(" or ")}, not "${name}".`);
	return found;
}

/** What wrangler.toml says about one environment. */
export type Target = {
	environment: Environment;
	worker: string;
	database: { name: string; id: string };
	bucket: string;
	namespace: { title: string; id: string };
	origin: string;
	/** "Name <address>" of whom the shop's mails are from. */
	mailFrom: string;
	/** Hosts that the Worker is to answer on, other than workers.dev. */
	domains: string[];
	requiredSecrets: string[];
	accountId: string | undefined;
};

const configSchema = v.object({
	name: v.string(),
	account_id: v.optional(v.string()),
	vars: v.object({ SHOP_ORIGIN: v.string(), MAIL_FROM: v.string() }),
	routes: v.optional(v.array(v.union([v.string(), v.object({ pattern: v.string() })])), []),
	secrets: v.object({ required: v.array(v.string()) }),
	d1_databases: v.tuple([v.object({ database_name: v.string(), database_id: v.string() })]),
	r2_buckets: v.tuple([v.object({ bucket_name: v.string() })]),
	kv_namespaces: v.tuple([v.object({ id: v.string() })]),
});

const hostOf = (pattern: string) => pattern.replace(/^https?:\/\//, "").replace(/\/.*$/, "");

/** @param config file of Wrangler @throws ValiError where it lacks what the shop is made of */
export function readTarget(environment: Environment, config = "wrangler.toml"): Target {
	const read = unstable_readConfig({ config, env: environment }, { hideWarnings: true });
	const { name, vars, routes, secrets, account_id, ...stores } = v.parse(configSchema, read);
	const [database] = stores.d1_databases;
	return {
		environment,
		worker: name,
		database: { name: database.database_name, id: database.database_id },
		bucket: stores.r2_buckets[0].bucket_name,
		namespace: { title: `${name}-viewed`, id: stores.kv_namespaces[0].id },
		origin: vars.SHOP_ORIGIN,
		mailFrom: vars.MAIL_FROM,
		domains: routes.map((route) => hostOf(typeof route === "string" ? route : route.pattern)),
		requiredSecrets: secrets.required,
		accountId: account_id,
	};
}

/** wrangler.toml comes with ids of nothing but zeros. */
export const isPlaceholder = (id: string): boolean => /^[0-]*$/.test(id);
