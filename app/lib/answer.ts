import { data } from "react-router";
import type { GenericSchema } from "valibot";
import { inputError } from "#contract/errors.ts";
import type { FieldIssue } from "#contract/parse.ts";
import { parseInput } from "#contract/parse.ts";
import { asRefusal } from "#worker/shop/refusal.ts";

/** The texts of a form by field name. */
export type Typed = Record<string, string>;

/**
 * What a refused form answers; the page shows each issue at its field and the message above. `typed` fills the
 * fields again where no script runs.
 */
export type Refused = { message: string; issues: FieldIssue[]; typed: Typed };

/**
 * For actions: what the shop refuses is returned to the form, with the status of the refusal.
 * @param typed what the form shows again, from `typedIn`
 */
export async function orRefused<Answer>(work: () => Promise<Answer>, typed: Typed = {}) {
	try {
		return await work();
	} catch (error) {
		const refusal = asRefusal(error);
		if (!refusal) throw error;
		const refused: Refused = { message: refusal.message, issues: refusal.issues, typed };
		return data(refused, refusal.status);
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
