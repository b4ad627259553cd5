import * as v from "valibot";

export type FieldIssue = { field: string; message: string };

type AnySchema = v.GenericSchema<unknown, unknown>;

const objectEntries = v.object({
	entries: v.record(
		v.string(),
		v.custom<AnySchema>(() => true),
	),
});

/** For an absent key, returns the field's own message for `undefined` instead of valibot's. */
function getMessage(schema: AnySchema, issue: v.BaseIssue<unknown>): string {
	const key = issue.path?.[0]?.key;
	if (issue.kind !== "schema" || issue.received !== "undefined" || typeof key !== "string") {
		return issue.message;
	}
	const shape = v.safeParse(objectEntries, schema);
	const entry = shape.success ? shape.output.entries[key] : undefined;
	const result = entry && v.safeParse(entry, undefined);
	return result && !result.success ? result.issues[0].message : issue.message;
}

/** @returns the output, or the first issue of each field */
export function parseInput<Output>(schema: v.GenericSchema<unknown, Output>, input: unknown) {
	const result = v.safeParse(schema, input, { abortPipeEarly: true });
	if (result.success) return { success: true as const, output: result.output };
	const messages = new Map<string, string>();
	for (const issue of result.issues) {
		const field = v.getDotPath(issue) ?? "body";
		if (!messages.has(field)) messages.set(field, getMessage(schema, issue));
	}
	const issues: FieldIssue[] = Array.from(messages, ([field, message]) => ({ field, message }));
	return { success: false as const, issues };
}
