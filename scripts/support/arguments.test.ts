import { expect, test } from "vitest";
import { parseArguments, readServerSettings, readShopLocation } from "./arguments.ts";

const options = { env: { type: "string" }, "dry-run": { type: "boolean" } } as const;
const parse = (args: string[], env: NodeJS.ProcessEnv = {}) =>
	parseArguments(options, { args, env }).values;

test("parses the flags after npm's --", () => {
	expect(parse(["--env", "staging", "--dry-run"])).toEqual({ env: "staging", "dry-run": true });
});

test.each([
	["--dry-run", { npm_config_dry_run: "true" }],
	["--env", { npm_config_env: "staging" }],
	["--env --dry-run", { npm_config_env: "true", npm_config_dry_run: "true" }],
])("rejects a command if npm has consumed its %s", (flags, env) => {
	expect(() => parse([], { npm_lifecycle_event: "deploy", ...env })).toThrow(
		`npm has consumed ${flags}: put -- before the flags, as in npm run deploy -- ${flags}`,
	);
});

test("ignores npm's other environment variables", () => {
	expect(parse([], { npm_config_local_prefix: "/shop", npm_config_dry_run: "" })).toEqual({});
	const smokeOptions = { email: { type: "string" } } as const;
	const env = { npm_config_email: "me@example.com" };
	expect(parseArguments(smokeOptions, { args: [], env }).values).toEqual({});
});

test.each([[["staging"]], [["--", "staging"]], [["--enviroment", "staging"]]])(
	"rejects unexpected arguments and unknown flags: %s",
	(args) => {
		expect(() => parse(args)).toThrow(args.at(0) === "--" ? "staging" : args[0]);
	},
);

test.each([{}, { env: "staging", local: true }])("%o does not choose a shop", (values) => {
	expect(() => readShopLocation(values)).toThrow("either --local, or --env production");
});

test("--env chooses a deployed shop, and --local the local one", () => {
	expect(readShopLocation({ env: "staging" })).toEqual({ environment: "staging" });
	expect(readShopLocation({ local: true })).toHaveProperty("dataFolder");
});

test("a server's flags replace its environment variables", () => {
	const env = { PORT: "9000", HOST: "0.0.0.0" };
	expect(readServerSettings({ args: ["--port", "9001"], env })).toMatchObject({
		port: 9001,
		host: "0.0.0.0",
	});
	expect(() => readServerSettings({ args: ["--prot", "9001"], env })).toThrow("--prot");
});
