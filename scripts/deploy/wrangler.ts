import * as v from "valibot";
import { type Outcome, runProgram } from "../support/programs.ts";
import { UserError } from "../support/user-error.ts";

export type Wrangler = (args: string[]) => Promise<Outcome>;

/** Runs the installed wrangler with the user's Cloudflare login. */
export const wrangler: Wrangler = (args) => runProgram("wrangler", args, null);

const hints = [
	["CLOUDFLARE_API_TOKEN", "\nLog in: npx wrangler login"],
	[
		"no such table",
		"\nThe database has no shop yet: run npm run deploy or, for --local, npm start.",
	],
] as const;

export async function runWrangler(run: Wrangler, args: string[]): Promise<Outcome> {
	const outcome = await run(args);
	if (outcome.code === 0) return outcome;
	const [, hint = ""] = hints.find(([text]) => outcome.output.includes(text)) ?? [];
	const command = `wrangler ${args.slice(0, 3).join(" ")}`;
	throw new UserError(`${command} failed:\n${outcome.output.trim()}${hint}`);
}

export async function readWranglerJson<Schema extends v.GenericSchema>(
	run: Wrangler,
	args: string[],
	schema: Schema,
): Promise<v.InferOutput<Schema>> {
	const { stdout } = await runWrangler(run, args);
	return v.parse(v.pipe(v.string(), v.parseJson(), schema), stdout);
}
