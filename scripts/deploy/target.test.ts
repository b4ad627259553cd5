import { expect, test } from "vitest";
import { findFaults, readEnvironment, readTarget, type Target } from "./target.ts";

/** wrangler.toml as it is after docs/deploy.md was followed. */
const filled: Target = {
	...readTarget("production"),
	origin: "https://tools.garage.de",
	domains: ["tools.garage.de"],
	mailFrom: "Torque Tool Depot <orders@garage.de>",
};

test("settings of the shop's own have no fault", () => {
	expect(findFaults(filled)).toEqual([]);
});

test.each(["production", "staging"] as const)("those that %s comes with have", (environment) => {
	const faults = findFaults(readTarget(environment));
	expect(faults).toEqual([
		expect.stringContaining(`[env.${environment}.vars]: set SHOP_ORIGIN`),
		expect.stringContaining(`[env.${environment}.vars]: set MAIL_FROM`),
	]);
});

test.each([
	["http://tools.garage.de", 1],
	["https://tools.garage.de/", 1],
	["https://shop.example", 1],
	["https://other.garage.de", 1],
	["https://shop.me.workers.dev", 0],
])("%s as the shop's address has %i fault", (origin, faults) => {
	expect(findFaults({ ...filled, origin })).toHaveLength(faults);
});

test("there is no third environment", () => {
	expect(readEnvironment()).toBe("production");
	expect(() => readEnvironment("test")).toThrow("production or staging");
});
