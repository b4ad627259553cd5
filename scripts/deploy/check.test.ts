import { expect, test } from "vitest";
import type { Outcome } from "../support/programs.ts";
import { checkEverything } from "./check.ts";
import { countMissing, type Finding, listFindings } from "./findings.ts";
import { readTarget, type Target } from "./target.ts";

const databaseId = "11111111-2222-3333-4444-555555555555";
const namespaceId = "0f2ac74b498b48028cb68387c421e279";

/** wrangler.toml as it is once docs/deploy.md was followed. */
const filled = (): Target => {
	const target = readTarget("production");
	return {
		...target,
		database: { ...target.database, id: databaseId },
		namespace: { ...target.namespace, id: namespaceId },
		origin: "https://tools.garage.de",
		domains: ["tools.garage.de"],
		mailFrom: "Torque Tool Depot <orders@garage.de>",
	};
};
const untouched = () => readTarget("production");

const said = (stdout: unknown): Outcome => {
	const text = typeof stdout === "string" ? stdout : JSON.stringify(stdout, null, 2);
	return { code: 0, stdout: text, output: text };
};
const failed = (words: string, stdout = ""): Outcome => ({
	code: 1,
	stdout,
	output: [
		`${stdout}\n\u001b[31m✘ \u001b[41;31m[\u001b[41;97mERROR\u001b[41;31m]\u001b[0m \u001b[1m${words}\u001b[0m`,
		"\n\n  If you think this is a bug, please open an issue at: \u001b[4mhttps://github.com\u001b[0m\n\n\n",
		'🪵  Logs were written to "/home/me/.config/.wrangler/logs/wrangler.log"\n',
	].join(""),
});

/** What wrangler 4.151 writes, by the beginning of its arguments; the answers of an account are made after its source. */
type Recording = Record<string, Outcome>;

const loggedOut: Recording = {
	whoami: { code: 1, stdout: '{"loggedIn":false}', output: '{"loggedIn":false}' },
};
const account = { id: "a1", name: "Garage" };
const me = { loggedIn: true, authType: "OAuth Token", email: "me@garage.de", accounts: [account] };
const empty: Recording = {
	whoami: said(me),
	"d1 list": said([]),
	"r2 bucket info": failed(
		"A request to the Cloudflare API failed.\n\n  No such bucket. [code: 10006]",
	),
	"kv namespace list": said([]),
	"email sending list": said("No sending subdomains found in this account."),
	"secret list": failed('Worker "torque-tool-depot" (env: production) not found.'),
};
const secrets = ["STRIPE_SECRET_KEY", "STRIPE_PUBLISHABLE_KEY", "STRIPE_WEBHOOK_SECRET"];
const google = ["GOOGLE_CLIENT_ID", "GOOGLE_CLIENT_SECRET"];
const withSecrets = (...names: string[]) =>
	said(names.map((name) => ({ name, type: "secret_text" })));
const full: Recording = {
	whoami: said(me),
	"d1 list": said([{ uuid: databaseId, name: "torque-tool-depot", version: "production" }]),
	"d1 execute": said([{ results: [{ name: "0000_first.sql" }], success: true, meta: {} }]),
	"r2 bucket info": said({ name: "torque-tool-depot-pictures", object_count: "0" }),
	"kv namespace list": said([{ id: namespaceId, title: "torque-tool-depot-viewed" }]),
	"email sending list": said(
		"│ zone      │ name      │ enabled │\n│ garage.de │ garage.de │ yes     │",
	),
	"secret list": withSecrets(...secrets, ...google),
};

/** Runs every check against recorded answers. */
function check(recording: Recording, target = filled(), accountId?: string) {
	const wrangler = async (args: string[]) => {
		const known = Object.keys(recording).find((begin) => args.join(" ").startsWith(begin));
		return known ? (recording[known] ?? failed("")) : failed(`not recorded: ${args.join(" ")}`);
	};
	return checkEverything({ target, wrangler, status: said(""), accountId });
}

const states = (findings: Finding[]) =>
	Object.fromEntries(findings.map(({ what, state }) => [what, state]));
const of = (findings: Finding[], what: string) => findings.find((found) => found.what === what);

test("where everything is there, everything is ready", async () => {
	const found = await check(full);
	expect(found.filter(({ state }) => state !== "ready")).toEqual([]);
	expect(found.map(({ what }) => what)).toEqual([
		...["Source", "Account", "Database", "Address", "Migrations", "Bucket", "KV namespace"],
		...["Mail", "Secrets", "Google"],
	]);
	expect(of(found, "Migrations")?.said).toMatch(/^\d+ to apply: 0/);
});

test("without a login is told what is known without one, and the rest is not checked", async () => {
	expect(states(await check(loggedOut))).toEqual({
		...{ Source: "ready", Account: "missing", Database: "unchecked", Address: "ready" },
		...{ Migrations: "unchecked", Bucket: "unchecked", "KV namespace": "unchecked" },
		...{ Mail: "unchecked", Secrets: "unchecked" },
	});
	const fresh = await check(loggedOut, untouched());
	expect(countMissing(fresh)).toBe(5);
	expect(of(fresh, "Database")?.mend[0]).toBe(
		"npx wrangler d1 create torque-tool-depot --location weur",
	);
});

test("in an empty account all that is missing is told at once, with the commands", async () => {
	const found = await check(empty, untouched());
	expect(states(found)).toEqual({
		...{ Source: "ready", Account: "ready", Database: "missing", Address: "missing" },
		...{ Migrations: "unchecked", Bucket: "missing", "KV namespace": "missing" },
		...{ Mail: "missing", Secrets: "missing", Google: "optional" },
	});
	const list = listFindings(found);
	for (const command of [
		"npx wrangler d1 create torque-tool-depot --location weur",
		"npx wrangler r2 bucket create torque-tool-depot-pictures",
		"npx wrangler kv namespace create torque-tool-depot-viewed",
		...secrets.map((name) => `npx wrangler secret put ${name} --env production`),
	]) {
		expect(list).toContain(`\n      ${command}`);
	}
	expect(list).toContain(
		"✗ Bucket: A request to the Cloudflare API failed. No such bucket. [code: 10006]\n",
	);
});

test("an id in the account that is not the one in wrangler.toml is told as the line to change", async () => {
	const found = await check(full, { ...untouched(), origin: "https://shop.me.workers.dev" });
	expect(of(found, "Database")?.mend).toEqual([
		`wrangler.toml, [[env.production.d1_databases]]: database_id = "${databaseId}"`,
	]);
	expect(of(found, "KV namespace")?.mend).toEqual([
		`wrangler.toml, [[env.production.kv_namespaces]]: id = "${namespaceId}"`,
	]);
	expect(of(found, "Address")?.state).toBe("ready");
	expect(of(found, "Migrations")?.state).toBe("unchecked");
});

test("of several accounts one has to be named", async () => {
	const other = { id: "a2", name: "Other" };
	const several = { ...full, whoami: said({ ...me, accounts: [account, other] }) };
	expect(of(await check(several), "Account")?.mend).toEqual([
		"export CLOUDFLARE_ACCOUNT_ID=a1   # Garage",
		"export CLOUDFLARE_ACCOUNT_ID=a2   # Other",
	]);
	expect(of(await check(several, filled(), "a2"), "Account")?.said).toBe("Other (me@garage.de)");
	expect(of(await check(several, filled(), "a3"), "Account")?.state).toBe("missing");
});

test.each([
	[
		"deployed",
		{
			text: "A request … failed.",
			notes: [{ text: "no such table: d1_migrations: SQLITE_ERROR [code: 7500]" }],
		},
	],
	["local", { text: "no such table: d1_migrations: SQLITE_ERROR" }],
])("a new %s database has every migration before it", async (_, error) => {
	const nothing = failed("", JSON.stringify({ error }));
	const found = of(await check({ ...full, "d1 execute": nothing }), "Migrations");
	expect(found).toMatchObject({ state: "ready" });
	expect(found?.said).toMatch(/^\d+ to apply: 0000/);
});

test("a database whose restore was cut off is not deployed to", async () => {
	const results = [{ name: "0000_first.sql" }, { name: "unfinished_restore" }];
	const half = { ...full, "d1 execute": said([{ results }]) };
	expect(of(await check(half), "Migrations")).toMatchObject({
		state: "missing",
		said: "a restore was cut off: finish it with npm run restore -- --from FOLDER --env production",
	});
});

test.each([
	["d1 list", "Database"],
	["d1 execute", "Migrations"],
	["r2 bucket info", "Bucket"],
	["kv namespace list", "KV namespace"],
	["secret list", "Secrets"],
])("what wrangler says when %s fails is told under %s", async (command, what) => {
	const found = await check({ ...full, [command]: failed("fetch failed") });
	expect(of(found, what)).toMatchObject({ state: "missing", said: "fetch failed" });
});

test("an answer in another form counts as missing", async () => {
	const found = await check({ ...full, "d1 list": said({ databases: [] }) });
	expect(of(found, "Database")).toMatchObject({ state: "missing" });
});

test("only the secrets that are not set are asked for", async () => {
	const found = await check({ ...full, "secret list": withSecrets(...secrets.slice(1)) });
	expect(of(found, "Secrets")?.mend).toEqual([
		"npx wrangler secret put STRIPE_SECRET_KEY --env production",
	]);
});

test.each([
	["http://tools.garage.de", "missing"],
	["https://tools.garage.de/", "missing"],
	["https://shop.example", "missing"],
	["https://other.garage.de", "missing"],
	["https://shop.me.workers.dev", "ready"],
])("%s as the shop's address is %s", async (origin, state) => {
	expect(of(await check(full, { ...filled(), origin }), "Address")?.state).toBe(state);
});

test("what is not committed is not deployed", async () => {
	const { target, wrangler } = { target: filled(), wrangler: async () => failed("offline") };
	const check = (status: Outcome) =>
		checkEverything({ target, wrangler, status, accountId: undefined });
	expect(of(await check(said(" M wrangler.toml\n")), "Source")?.state).toBe("missing");
	expect(of(await check(failed("no repository")), "Source")?.state).toBe("unchecked");
});
