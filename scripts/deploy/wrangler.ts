import { stripVTControlCharacters } from "node:util";
import * as v from "valibot";
import { type Outcome, runProgram } from "../support/programs.ts";

/** Runs wrangler with these arguments: the checks' only way to an account. */
export type Wrangler = (args: string[]) => Promise<Outcome>;

/** The wrangler of this folder, with the login of whoever runs it. */
export const wrangler: Wrangler = (args) => runProgram("wrangler", args, null);

const errorSchema = v.pipe(
	v.string(),
	v.parseJson(),
	v.object({
		error: v.object({
			text: v.string(),
			notes: v.optional(v.array(v.object({ text: v.string() })), []),
		}),
	}),
);

/** @returns wrangler's own reason, from the JSON that it was asked for or else from its words */
export function reasonOf({ stdout, output }: Pick<Outcome, "stdout" | "output">): string {
	if (output.includes("CLOUDFLARE_API_TOKEN")) return "nobody is logged in (npx wrangler login)";
	const parsed = v.safeParse(errorSchema, stdout);
	if (parsed.success) {
		const { text, notes } = parsed.output.error;
		return [text, ...notes.map((note) => note.text)].join(" ");
	}
	const text = stripVTControlCharacters(output).replace(/^[\s\S]*?\[ERROR\]/, "");
	const [reason = ""] = text.split(/If you think this is a bug|🪵/u);
	return reason.replaceAll(/\s+/g, " ").trim() || "wrangler said nothing";
}

/** @returns what wrangler wrote as JSON on stdout, or why there is none */
export async function ask<Schema extends v.GenericSchema>(
	run: Wrangler,
	args: string[],
	schema: Schema,
): Promise<{ value: v.InferOutput<Schema> } | { reason: string }> {
	const outcome = await run(args);
	if (outcome.code !== 0) return { reason: reasonOf(outcome) };
	const read = v.safeParse(v.pipe(v.string(), v.parseJson(), schema), outcome.stdout);
	if (read.success) return { value: read.output };
	return { reason: `wrangler ${args.join(" ")} answered in a form that is not known` };
}
