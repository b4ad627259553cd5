/** Returns the submitted text fields, to fill in a rejected form again, without passwords, codes, and what another account may have typed. */
export function getSubmittedValues(
	form: Iterable<[string, FormDataEntryValue]>,
): Record<string, string> {
	const values: Record<string, string> = {};
	for (const [name, value] of form) {
		const isLeftOut = /password|passkey|^(typed|(confirm-)?code)$/.test(name);
		if (typeof value === "string" && !isLeftOut) values[name] = value;
	}
	return values;
}

/** The name of the field with `getTypedText`. */
export const typedTextField = "typed";

/** Set by a form's script if it keeps what was typed itself (app/client/drafts.ts). */
export const keptByScriptField = "kept";

/** More than any form of the shop can have. Its page must not become much larger than the request. */
const typedTextMax = 100_000;

/**
 * Returns the submitted text fields of a form that the visitor must sign in to submit, as one value for a hidden field of the page
 * that rejects it. Returns "" if there is nothing to keep, or too much.
 */
export function getTypedText(form: FormData): string {
	if (form.has(keptByScriptField)) return "";
	const typed = form.get(typedTextField) ?? new URLSearchParams(getSubmittedValues(form));
	const text = String(typed);
	return text.length > typedTextMax ? "" : text;
}
