import { expect, test } from "vitest";
import { findProblems, readEnvironment, readTarget, type Target } from "./target.ts";

/** The settings of wrangler.toml after the steps of docs/deploy.md. */
const configured: Target = {
	...(await readTarget("production")),
	origin: "https://tools.garage.de",
	domains: ["tools.garage.de"],
	emailFrom: "Torque Tool Depot <orders@garage.de>",
};

test("accepts the settings of a configured shop", () => {
	expect(findProblems(configured)).toEqual([]);
});

test.each(["production", "staging"] as const)(
	"reports the placeholders of %s",
	async (environment) => {
		const problems = findProblems(await readTarget(environment));
		expect(problems).toEqual([
			expect.stringContaining(`[env.${environment}.vars]: set SHOP_ORIGIN`),
			expect.stringContaining(`[env.${environment}.vars]: set MAIL_FROM`),
		]);
	},
);

test.each([
	["http://tools.garage.de", 1],
	["https://tools.garage.de/", 1],
	["https://shop.example", 1],
	["https://other.garage.de", 1],
	["https://shop.me.workers.dev", 1],
])("%s as SHOP_ORIGIN has %i problems", (origin, problems) => {
	expect(findProblems({ ...configured, origin })).toHaveLength(problems);
});

test("accepts a workers.dev address for staging only if workers_dev is on", async () => {
	const staging = await readTarget("staging");
	expect(staging).toMatchObject({ domains: [], hasWorkersDev: true });
	const { emailFrom } = configured;
	const origin = "https://shop.me.workers.dev";
	expect(findProblems({ ...staging, origin, emailFrom })).toEqual([]);
	expect(findProblems({ ...staging, origin, emailFrom, hasWorkersDev: false })).toHaveLength(1);
});

test.each([
	["support@garage.de", 0],
	["Support <support@garage.de>", 1],
	["", 1],
])("%s as SHOP_EMAIL has %i problems", (shopEmail, problems) => {
	expect(findProblems({ ...configured, shopEmail })).toHaveLength(problems);
});

test("rejects an unknown environment", () => {
	expect(readEnvironment()).toBe("production");
	expect(() => readEnvironment("test")).toThrow("production or staging");
});
