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
	const code = issue.type === "regex" ? "parameter_invalid_integer" : "parameter_invalid";
	throw new ParameterError(name, code, `${issue.message} (${name})`);
}

/** A whole number, as text in and as a number out. */
export const integer = v.pipe(
	v.string(),
	v.regex(/^-?\d{1,15}$/, (issue) => `Invalid integer: ${issue.input}`),
	v.transform(Number),
);

/** `true` or `false`, as text in. */
export const boolean = v.pipe(
	v.picklist(["true", "false"], "Invalid boolean"),
	v.transform((text) => text === "true"),
);

/** Metadata: at most 50 keys of 40 characters with values of 500 (docs.stripe.com/api/metadata). */
export const metadata = v.pipe(
	v.record(
		v.pipe(v.string(), v.maxLength(40, "Metadata keys have at most 40 characters")),
		v.pipe(v.string(), v.maxLength(500, "Metadata values have at most 500 characters")),
	),
	v.check((map) => Object.keys(map).length <= 50, "Metadata has at most 50 keys"),
);
