import * as v from "valibot";
import { type ErrorCode, errorCodes, type PlainErrorCode } from "../errors.ts";
import { listMax } from "../limits.ts";
import { type Access, parseAccess, permissionError } from "../permissions.ts";

type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/** A call of the REST API. Its handler, the OpenAPI document, /docs and the tests use this description. */
export type Call = {
	method: Method;
	path: string;
	summary: string;
	/** More than the summary. */
	note?: string;
	access: Access;
	/** An optional request header. */
	header?: { name: string; note: string };
	query?: v.GenericSchema<unknown, unknown>;
	body?: v.GenericSchema<unknown, unknown>;
	/** A body other than JSON. */
	upload?: { type: string; note: string };
	/** The JSON of a response with status 200; if absent, `other` describes the response. */
	response?: v.GenericSchema<unknown, unknown>;
	other?: { status: number; type: string | null; note: string };
	/** The error for a missing permission, if it is not the usual one for this `access`. */
	forbidden?: PlainErrorCode;
	/** Errors in addition to those that follow from `access`, `body` and `query`. */
	errors?: ErrorCode[];
	/** Whether the call responds to `If-None-Match` with 304. */
	revalidates?: boolean;
};

export type TypedCall<Path extends string, Body, Query, Response> = Call & {
	path: Path;
	body?: v.GenericSchema<unknown, Body>;
	query?: v.GenericSchema<unknown, Query>;
	response?: v.GenericSchema<unknown, Response>;
};

/** The note of calls that list rows in pages. */
export const listNote = `At most ${listMax}, and a Link header with rel=next when there are more.`;

/** Responses to writes; specification.md §7 "Answer used". */
export const insertedResponse = v.object({ acknowledged: v.boolean(), insertedId: v.string() });
export const modifiedResponse = v.object({
	acknowledged: v.boolean(),
	matchedCount: v.number(),
	modifiedCount: v.number(),
});
export const deletedResponse = v.object({ acknowledged: v.boolean(), deletedCount: v.number() });

/** The response of every failed call; `issues` has the invalid fields of a 400. */
export const errorResponse = v.object({
	message: v.string(),
	code: v.picklist(errorCodes),
	issues: v.optional(v.array(v.object({ field: v.string(), message: v.string() }))),
});

/** Preserves the exact types of a call, so that its handler is checked against them. */
export const defineCall = <const C extends Call>(call: C): C => call;

/** "/products/{id}" → ["id"] */
export const paramNames = (path: string): string[] =>
	Array.from(path.matchAll(/\{(\w+)\}/g), ([, name = ""]) => name);

/** @returns the codes of the errors of a call, in the order in which they are checked */
export function errorsOf({ access, forbidden, body, query, response, errors = [] }: Call) {
	const { isOpen, owner, capability } = parseAccess(access);
	const denied = owner ? "forbidden" : capability && (forbidden ?? permissionError(capability));
	return [
		...new Set<ErrorCode>([
			...(isOpen ? [] : (["unauthenticated"] as const)),
			...(denied ? [denied] : []),
			...(body ? (["payload_too_large", "invalid_json", "validation_failed"] as const) : []),
			...(query && response ? (["validation_failed"] as const) : []),
			...errors,
		]),
	];
}
