import { data } from "react-router";
import type { GenericSchema } from "valibot";
import { inputError, ShopError } from "#contract/errors.ts";
import type { FieldIssue } from "#contract/parse.ts";
import { parseInput } from "#contract/parse.ts";

/** The texts of a form by field name. */
export type Typed = Record<string, string>;

/**
 * What a refused form answers; the page shows each issue at its field and the message above. `typed` fills the
 * fields again where no script runs.
 */
export type Refused = { message: string; issues: FieldIssue[]; typed: Typed };

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

/**
 * For actions: what the shop refuses is returned to the form, with the status of the refusal.
 * @param typed what the form shows again, from `typedIn`
 */
export async function orRefused<Answer>(work: () => Promise<Answer>, typed: Typed = {}) {
	try {
		return await work();
	} catch (error) {
		if (!(error instanceof ShopError)) throw error;
		const refused: Refused = { message: error.message, issues: error.issues, typed };
		return data(refused, error.status);
	}
}

/** @returns the texts of a form, without passwords: those are never sent back */
export function typedIn(form: FormData): Typed {
	const typed: Typed = {};
	for (const [name, value] of form) {
		if (typeof value === "string" && !name.includes("password")) typed[name] = value;
	}
	return typed;
}

/**
 * Parses a submitted form, read already or not.
 * @throws ShopError 400 with each field named
 */
export async function readForm<Output>(
	source: Request | FormData,
	schema: GenericSchema<unknown, Output>,
): Promise<Output> {
	const form = source instanceof FormData ? source : await source.formData();
	const parsed = parseInput(schema, Object.fromEntries(form));
	if (!parsed.success) throw inputError(parsed.issues);
	return parsed.output;
}
