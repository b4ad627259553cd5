import { expect, test } from "vitest";
import { parseArguments, readPlace } from "./arguments.ts";

const options = { env: { type: "string" }, "dry-run": { type: "boolean" } } as const;
const parse = (args: string[], env: NodeJS.ProcessEnv = {}) =>
	parseArguments(options, { args, env }).values;

test("flags after npm's -- are parsed", () => {
	expect(parse(["--env", "staging", "--dry-run"])).toEqual({ env: "staging", "dry-run": true });
});

test.each([
	["--dry-run", { npm_config_dry_run: "true" }],
	["--env", { npm_config_env: "staging" }],
	["--env --dry-run", { npm_config_env: "true", npm_config_dry_run: "true" }],
])("rejects a command whose %s npm has consumed", (flags, env) => {
	expect(() => parse([], { npm_lifecycle_event: "deploy", ...env })).toThrow(
		`npm has consumed ${flags}: put -- before the flags, as in npm run deploy -- ${flags}`,
	);
});

test("npm's other environment variables are not flags", () => {
	expect(parse([], { npm_config_local_prefix: "/shop", npm_config_dry_run: "" })).toEqual({});
	const smokeOptions = { email: { type: "string" } } as const;
	const env = { npm_config_email: "me@example.com" };
	expect(parseArguments(smokeOptions, { args: [], env }).values).toEqual({});
});

test.each([[["staging"]], [["--", "staging"]], [["--enviroment", "staging"]]])(
	"a command without positional arguments rejects %s",
	(args) => {
		expect(() => parse(args)).toThrow(args.at(0) === "--" ? "staging" : args[0]);
	},
);

test.each([{}, { env: "staging", local: true }])("%o does not choose a shop", (values) => {
	expect(() => readPlace(values)).toThrow("either --local, or --env production");
});

test("a shop is either an environment's or the local one", () => {
	expect(readPlace({ env: "staging" })).toEqual({ environment: "staging" });
	expect(readPlace({ local: true })).toHaveProperty("data");
});
