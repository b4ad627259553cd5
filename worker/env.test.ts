import { expect, test } from "vitest";
import { unstable_readConfig } from "wrangler";

const local = unstable_readConfig({ config: "wrangler.toml" });
const production = unstable_readConfig({ config: "wrangler.toml", env: "production" });

test("production has no sandbox, and no secret stands in its configuration", () => {
	expect(local.services).toMatchObject([{ binding: "SANDBOX" }]);
	expect(production.services ?? []).toEqual([]);
	expect(Object.keys(production.vars)).toEqual(["MAIL_FROM", "SHOP_ORIGIN"]);
	expect(JSON.stringify(production)).not.toMatch(/sandbox|sk_test|whsec_/i);
});

test("production has every limit and binding that the local shop has, and keeps its log", () => {
	expect(production.ratelimits).toEqual(local.ratelimits);
	expect(production.ratelimits).not.toEqual([]);
	expect(production.d1_databases).toEqual(local.d1_databases);
	expect(production.r2_buckets).toEqual(local.r2_buckets);
	expect(production.send_email).toEqual(local.send_email);
	expect(production.observability).toMatchObject({ enabled: true });
	expect(production.triggers).toEqual(local.triggers);
});
