import * as v from "valibot";
import { ParameterError } from "./errors.ts";

/** The value of a form-encoded parameter: a string, or nested lists and maps of strings. */
export type Param = string | Param[] | { [name: string]: Param };

type FormNode = Map<string, string | FormNode>;

/** Parses the form encoding of Stripe's API, such as `a[b][0]=c`, into nested values. */
export function parseForm(body: string): { [name: string]: Param } {
	const root: FormNode = new Map();
	for (const [name, value] of new URLSearchParams(body)) {
		const path = name.split(/\]\[|\[|\]$/);
		if (name.endsWith("]")) path.pop();
		setAtPath(root, path, value);
	}
	return Object.fromEntries(Array.from(root, ([name, child]) => [name, toParam(child)]));
}

function setAtPath(node: FormNode, path: string[], value: string): void {
	const [segment = "", ...rest] = path;
	const key = segment === "" ? String(node.size) : segment;
	if (rest.length === 0) {
		node.set(key, value);
		return;
	}
	const existing = node.get(key);
	const child: FormNode = existing instanceof Map ? existing : new Map();
	node.set(key, child);
	setAtPath(child, rest, value);
}

function toParam(node: string | FormNode): Param {
	if (typeof node === "string") return node;
	const isList = Array.from(node.keys()).every((key) => /^\d+$/.test(key));
	if (isList) return Array.from(node.values(), toParam);
	return Object.fromEntries(Array.from(node, ([name, child]) => [name, toParam(child)]));
}

/**
 * Parses parameters and reports errors as Stripe does.
 * @throws ParameterError for the first parameter that is missing, unknown or invalid
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
		const lastSegment = name.replace(/^.*\[([^\]]+)\]$/, "$1");
		const message = `Invalid ${lastSegment}: must be ${formatChoices(issue.expected)}`;
		throw new ParameterError(name, null, message);
	}
	const isInvalidInteger = ["regex", "min_value", "max_value"].includes(issue.type);
	const code = isInvalidInteger ? "parameter_invalid_integer" : null;
	throw new ParameterError(name, code, issue.message);
}

/** Formats valibot's `("a" | "b" | "c")` as Stripe's errors do: `one of a, b, or c`. */
function formatChoices(expected: string | null): string {
	const choices = (expected ?? "").replace(/[()"]/g, "").split(" | ");
	if (choices.length < 3) return `one of ${choices.join(" or ")}`;
	return `one of ${choices.slice(0, -1).join(", ")}, or ${choices.at(-1)}`;
}

export const nonEmptyText = v.pipe(v.string(), v.minLength(1), v.maxLength(5000));

export const integer = v.pipe(
	v.string(),
	v.regex(/^-?\d{1,15}$/, (issue) => `Invalid integer: ${issue.input}`),
	v.transform(Number),
);

export const boolean = v.pipe(
	v.string(),
	v.check(
		(value) => value === "true" || value === "false",
		(issue) => `Invalid boolean: ${issue.input}`,
	),
	v.transform((value) => value === "true"),
);

/** Metadata (docs.stripe.com/api/metadata): at most 50 keys of up to 40 characters, with values of up to 500 characters; "" for none. */
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
