import { expect, test } from "vitest";
import { parseArguments, readPlace } from "./arguments.ts";

const options = { env: { type: "string" }, "dry-run": { type: "boolean" } } as const;
const parse = (args: string[], env: NodeJS.ProcessEnv = {}) =>
	parseArguments(options, { args, env }).values;

test("flags after the -- of npm are read", () => {
	expect(parse(["--env", "staging", "--dry-run"])).toEqual({ env: "staging", "dry-run": true });
});

test.each([
	["--dry-run", { npm_config_dry_run: "true" }],
	["--env", { npm_config_env: "staging" }],
	["--env --dry-run", { npm_config_env: "true", npm_config_dry_run: "true" }],
])("a command that npm has taken %s from is refused", (flags, env) => {
	expect(() => parse([], { npm_lifecycle_event: "deploy", ...env })).toThrow(
		`npm has kept ${flags} for itself: put -- before the flags, as in npm run deploy -- ${flags}`,
	);
});

test("npm's own variables are not our flags", () => {
	expect(parse([], { npm_config_local_prefix: "/shop", npm_config_dry_run: "" })).toEqual({});
});

test.each([[["staging"]], [["--", "staging"]], [["--enviroment", "staging"]]])(
	"%s is no argument of a command without words",
	(args) => {
		expect(() => parse(args)).toThrow(args.at(0) === "--" ? "staging" : args[0]);
	},
);

test.each([{}, { env: "staging", local: true }])("%o names no one shop", (values) => {
	expect(() => readPlace(values)).toThrow("either --local, or --env production");
});

test("a shop is that of an environment, or the one here", () => {
	expect(readPlace({ env: "staging" })).toEqual({ environment: "staging" });
	expect(readPlace({ local: true })).toHaveProperty("data");
});
