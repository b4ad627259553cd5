import { data } from "react-router";
import type { GenericSchema } from "valibot";
import { inputError, ShopError } from "#contract/errors.ts";
import type { FieldIssue } from "#contract/parse.ts";
import { parseInput } from "#contract/parse.ts";

/** What a refused form answers; the page shows each issue at its field and the message above. */
export type Refused = { message: string; issues: FieldIssue[] };

/**
 * For loaders: what the shop refuses becomes the error page with the right status.
 * @throws Response-like data with the status of the refusal
 */
export async function orErrorPage<Answer>(work: Promise<Answer>): Promise<Answer> {
	try {
		return await work;
	} catch (error) {
		if (error instanceof ShopError) throw data({ message: error.message }, error.status);
		throw error;
	}
}

/** For actions: what the shop refuses is returned to the form, with the status of the refusal. */
export async function orRefused<Answer>(work: () => Promise<Answer>) {
	try {
		return await work();
	} catch (error) {
		if (!(error instanceof ShopError)) throw error;
		const refused: Refused = { message: error.message, issues: error.issues };
		return data(refused, error.status);
	}
}

/**
 * Parses a submitted form.
 * @throws ShopError 400 with each field named
 */
export async function readForm<Output>(
	request: Request,
	schema: GenericSchema<unknown, Output>,
): Promise<Output> {
	const parsed = parseInput(schema, Object.fromEntries(await request.formData()));
	if (!parsed.success) throw inputError(parsed.issues);
	return parsed.output;
}
