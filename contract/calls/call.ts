import type { GenericSchema } from "valibot";
import type { Refusal } from "../errors.ts";
import type { Who } from "../who.ts";

type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/** One call of the shop: what its handler, the OpenAPI document, the reference and the tests agree on. */
export type Call = {
	method: Method;
	/** With `{name}` for what differs. */
	path: string;
	/** What it does, in a few words. */
	summary: string;
	/** What the summary has no room for. */
	note?: string;
	who: Who;
	/** Header that may be sent, and what it does. */
	header?: { name: string; note: string };
	query?: GenericSchema<unknown, unknown>;
	body?: GenericSchema<unknown, unknown>;
	/** A body that is no JSON. */
	upload?: { type: string; note: string };
	/** The JSON that it answers with 200; without it, `other` says what comes. */
	answer?: GenericSchema<unknown, unknown>;
	other?: { status: number; type: string | null; note: string };
	/** What those who may not read with the 403; otherwise what their role reads everywhere. */
	forbidden?: string;
	/** Refusals beyond those that follow from `who`, `body` and `query`. */
	refusals?: Refusal[];
	/** Whether `If-None-Match` is answered with 304. */
	revalidates?: boolean;
};

/** The names of the parts of a path that differ. */
export type NamesIn<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
	? Name | NamesIn<Rest>
	: never;

/** A call whose path, body, query and answer are known to the compiler. */
export type TypedCall<Path extends string, Body, Query, Answer> = Call & {
	path: Path;
	body?: GenericSchema<unknown, Body>;
	query?: GenericSchema<unknown, Query>;
	answer?: GenericSchema<unknown, Answer>;
};

/** Keeps the exact types of a call, so that its handler is checked against them. */
export const defineCall = <const C extends Call>(call: C): C => call;

/** @returns names of the parts of a path that differ: "/products/{id}" → ["id"] */
export const paramNames = (path: string): string[] =>
	Array.from(path.matchAll(/\{(\w+)\}/g), ([, name = ""]) => name);

/** @returns every refusal that a call may answer, in the order in which they are checked */
export function refusalsOf({ who, body, query, answer, refusals = [] }: Call): Refusal[] {
	const guarded = who !== "anyone" && who !== "stripe";
	return [
		...new Set<Refusal>([
			...(guarded ? (["signedOut"] as const) : []),
			...(guarded && who !== "signedIn" ? (["forbidden"] as const) : []),
			...(body ? (["tooLarge", "invalid"] as const) : []),
			...(query && answer ? (["invalid"] as const) : []),
			...refusals,
		]),
	];
}
