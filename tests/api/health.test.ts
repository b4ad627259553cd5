import { afterAll, expect, onTestFinished, test } from "vitest";
import { countFailed, runProbes } from "../../scripts/deploy/smoke.ts";
import { createProduct } from "../support/products.ts";
import { startShop } from "../support/shop.ts";

const shop = await startShop();
afterAll(shop.stop);

test("/healthz responds with 200 if the database can be read", async () => {
	const response = await shop.fetch("/healthz");
	expect(response.status).toBe(200);
	expect(await response.json()).toEqual({ ok: true });
});

test("/healthz responds with 503 if a table is missing", async () => {
	const rename = (from: string, to: string) =>
		shop.env.DB.prepare(`ALTER TABLE ${from} RENAME TO ${to}`).run();
	await rename("products", "lost_products");
	onTestFinished(async () => void (await rename("lost_products", "products")));
	const response = await shop.fetch("/healthz");
	expect([response.status, response.headers.get("Retry-After")]).toEqual([503, "60"]);
	const checks = await runProbes(shop.fetch);
	const failedChecks = checks.filter(({ state }) => state === "failed").map(({ name }) => name);
	expect(failedChecks).toEqual(expect.arrayContaining(["Database", "Tools"]));
});

test("the smoke test after a deployment reports only that there is a sandbox", async () => {
	await createProduct(shop);
	const checks = await runProbes(shop.fetch);
	expect(checks.filter(({ state }) => state !== "passed")).toMatchObject([{ name: "No sandbox" }]);
	expect(checks).toHaveLength(8);
});

test("every check of the smoke test fails for a server that is not the shop", async () => {
	const checks = await runProbes(async () => new Response("Hello", { status: 203 }));
	expect(countFailed(checks)).toBe(checks.length);
});
