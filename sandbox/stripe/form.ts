import * as v from "valibot";
import { ParameterError } from "./errors.ts";

/** A parameter as the form encoding carries it: texts, lists and maps of them. */
export type Param = string | Param[] | { [name: string]: Param };

type Branch = Map<string, string | Branch>;

/** Reads `a[b][0]=c`, the encoding of Stripe's API, into nested values. */
export function parseForm(text: string): { [name: string]: Param } {
	const root: Branch = new Map();
	for (const [name, value] of new URLSearchParams(text)) {
		const path = name.split(/\]\[|\[|\]$/);
		if (name.endsWith("]")) path.pop();
		plant(root, path, value);
	}
	return Object.fromEntries(Array.from(root, ([name, child]) => [name, harvest(child)]));
}

function plant(branch: Branch, path: string[], value: string): void {
	const [step = "", ...rest] = path;
	const key = step === "" ? String(branch.size) : step;
	if (rest.length === 0) {
		branch.set(key, value);
		return;
	}
	const existing = branch.get(key);
	const child: Branch = existing instanceof Map ? existing : new Map();
	branch.set(key, child);
	plant(child, rest, value);
}

function harvest(node: string | Branch): Param {
	if (typeof node === "string") return node;
	const isList = Array.from(node.keys()).every((key) => /^\d+$/.test(key));
	if (isList) return Array.from(node.values(), harvest);
	return Object.fromEntries(Array.from(node, ([name, child]) => [name, harvest(child)]));
}

/**
 * Checks parameters as Stripe does.
 * @throws ParameterError for the first that is missing, unknown or malformed
 */
export function parseParams<T>(schema: v.GenericSchema<unknown, T>, params: unknown): T {
	const result = v.safeParse(schema, params);
	if (result.success) return result.output;
	const [issue] = result.issues;
	const name = (v.getDotPath(issue) ?? "").replace(/\.([^.]+)/g, "[$1]");
	if (issue.expected === "never") {
		throw new ParameterError(name, "parameter_unknown", `Received unknown parameter: ${name}`);
	}
	if (issue.received === "undefined") {
		throw new ParameterError(name, "parameter_missing", `Missing required param: ${name}.`);
	}
	if (issue.input === "" && issue.type !== "check") {
		throw new ParameterError(
			name,
			"parameter_invalid_empty",
			`You passed an empty string for '${name}'. We assume empty values are an attempt to unset a parameter; however '${name}' cannot be unset. You should remove '${name}' from your request or supply a non-empty value.`,
		);
	}
	if (issue.type === "picklist" || issue.type === "literal") {
		const last = name.replace(/^.*\[([^\]]+)\]$/, "$1");
		throw new ParameterError(name, null, `Invalid ${last}: must be ${choiceOf(issue.expected)}`);
	}
	const code = issue.type === "regex" ? "parameter_invalid_integer" : null;
	throw new ParameterError(name, code, issue.message);
}

/** Writes `("a" | "b" | "c")` as Stripe does: `one of a, b, or c`. */
function choiceOf(expected: string | null): string {
	const choices = (expected ?? "").replace(/[()"]/g, "").split(" | ");
	if (choices.length < 3) return `one of ${choices.join(" or ")}`;
	return `one of ${choices.slice(0, -1).join(", ")}, or ${choices.at(-1)}`;
}

/** A text that may not be empty. */
export const text = v.pipe(v.string(), v.minLength(1), v.maxLength(5000));

/** A whole number, as text in and as a number out. */
export const integer = v.pipe(
	v.string(),
	v.regex(/^-?\d{1,15}$/, (issue) => `Invalid integer: ${issue.input}`),
	v.transform(Number),
);

/** `true` or `false`, as text in. */
export const boolean = v.pipe(
	v.string(),
	v.check(
		(given) => given === "true" || given === "false",
		(issue) => `Invalid boolean: ${issue.input}`,
	),
	v.transform((given) => given === "true"),
);

/** Metadata: at most 50 keys of 40 characters with values of 500 (docs.stripe.com/api/metadata); "" for none. */
export const metadata = v.union([
	v.pipe(
		v.literal(""),
		v.transform((): Record<string, string> => ({})),
	),
	v.pipe(
		v.record(
			v.pipe(
				v.string(),
				v.maxLength(
					40,
					(issue) =>
						`Metadata keys can have up to 40 characters, but you passed in a key that is ${issue.input.length} characters. Invalid key: ${issue.input}`,
				),
			),
			v.pipe(
				v.string(),
				v.maxLength(
					500,
					(issue) =>
						`Metadata values can have up to 500 characters, but you passed in a value that is ${issue.input.length} characters. Invalid value: ${issue.input}`,
				),
			),
		),
		v.check(
			(map) => Object.keys(map).length <= 50,
			"You can have up to 50 metadata keys on an object.",
		),
	),
]);
