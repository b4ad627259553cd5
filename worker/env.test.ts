import * as v from "valibot";
import { expect, test } from "vitest";
import { unstable_readConfig } from "wrangler";

const bindingList = v.array(v.looseObject({ binding: v.string() }));
const configSchema = v.looseObject({
	name: v.string(),
	/** Strict, so that a secret among the variables fails every test. */
	vars: v.strictObject({
		MAIL_FROM: v.string(),
		SHOP_ORIGIN: v.string(),
		UNPAID_ORDER_HOURS: v.literal("48"),
		STAFF_SECOND_FACTOR: v.literal("optional"),
	}),
	services: v.optional(bindingList, []),
	d1_databases: v.array(
		v.looseObject({
			binding: v.string(),
			database_name: v.string(),
			migrations_dir: v.literal("./migrations"),
		}),
	),
	r2_buckets: v.array(v.looseObject({ binding: v.string(), bucket_name: v.string() })),
	kv_namespaces: bindingList,
	ratelimits: v.array(
		v.object({ name: v.string(), namespace_id: v.string(), simple: v.unknown() }),
	),
});
type Config = v.InferOutput<typeof configSchema>;

const readConfig = (env?: string): Config =>
	v.parse(configSchema, unstable_readConfig({ config: "wrangler.toml", env }));
const [local, production, staging] = [
	readConfig(),
	readConfig("production"),
	readConfig("staging"),
];
const deployedShops = [production, staging];

const getLimits = ({ ratelimits }: Config) =>
	ratelimits.map(({ name, simple }) => ({ name, simple }));
const getBindings = ({ d1_databases, r2_buckets, kv_namespaces }: Config) =>
	[d1_databases, r2_buckets, kv_namespaces].map((list) => list.map(({ binding }) => binding));

test("deployed shops have neither a sandbox nor secrets in their configuration", () => {
	expect(local.services).toMatchObject([{ binding: "SANDBOX" }]);
	for (const config of deployedShops) {
		expect(config.services).toEqual([]);
		expect(JSON.stringify(config)).not.toMatch(/sandbox|sk_test|sk_live|whsec_/i);
	}
});

test("deployed shops have the same rate limits, bindings, and log settings as the local shop", () => {
	expect(getLimits(local)).not.toEqual([]);
	for (const config of deployedShops) {
		expect(getLimits(config)).toEqual(getLimits(local));
		expect(getBindings(config)).toEqual(getBindings(local));
		expect(config.send_email).toEqual(local.send_email);
		expect(config.observability).toEqual(local.observability);
		expect(config.triggers).toEqual(local.triggers);
		expect(config.secrets).toEqual(production.secrets);
	}
});

test("workers.dev is disabled for production, but not for staging", () => {
	expect(production).toMatchObject({ workers_dev: false, preview_urls: false });
	expect(staging.workers_dev, "wrangler enables it without routes").toBeUndefined();
});

test("production requires the secrets for payments and second factors", () => {
	expect(production.secrets).toEqual({
		required: [
			"STRIPE_SECRET_KEY",
			"STRIPE_PUBLISHABLE_KEY",
			"STRIPE_WEBHOOK_SECRET",
			"SECOND_FACTOR_KEY",
		],
	});
});

test("each rate limit allows as many requests a minute as its name says", () => {
	for (const { name, simple } of getLimits(local)) {
		expect(simple).toEqual({ limit: Number(name.replace("LIMIT_", "")), period: 60 });
	}
});

test("Workers Logs stores no invocation logs, because they contain the URL", () => {
	expect(local.observability).toEqual({
		enabled: true,
		head_sampling_rate: 1,
		redact_query_string: true,
		logs: { enabled: true, head_sampling_rate: 1, invocation_logs: false },
	});
});

/** Names and addresses that no two environments may share. */
const getIdentifiers = ({ name, vars, d1_databases, r2_buckets, ratelimits }: Config) => [
	name,
	vars.MAIL_FROM,
	vars.SHOP_ORIGIN,
	...d1_databases.map(({ database_name }) => database_name),
	...r2_buckets.map(({ bucket_name }) => bucket_name),
	...ratelimits.map(({ namespace_id }) => namespace_id),
];

test("staging shares no data, addresses or rate limits with production", () => {
	const shared = getIdentifiers(staging).filter((name) =>
		getIdentifiers(production).includes(name),
	);
	expect(shared).toEqual([]);
});
