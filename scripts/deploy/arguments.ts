import { parseArgs } from "node:util";
import { Refusal } from "../support/refusal.ts";
import { type Environment, environments } from "./target.ts";

type Options = NonNullable<Parameters<typeof parseArgs>[0]>["options"];

/** @throws Refusal for an environment that wrangler.toml does not have */
export function readEnvironment(name = "production"): Environment {
	const found = environments.find((environment) => environment === name);
	if (!found) throw new Refusal(`--env is ${environments.join(" or ")}, not "${name}".`);
	return found;
}

/** @throws Refusal with Node's words for what is no argument of the command */
export function readArguments<const Known extends Options>(args: string[], options: Known) {
	try {
		return parseArgs({ args, options, allowPositionals: true });
	} catch (error) {
		throw new Refusal(error instanceof Error ? error.message : String(error));
	}
}
