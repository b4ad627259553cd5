import * as v from "valibot";
import { type ErrorCode, errorCodes, type PlainErrorCode } from "../errors.ts";
import { listMax } from "../limits.ts";
import { type Access, getPermissionError, parseAccess } from "../permissions.ts";

type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/** Describes an endpoint of the REST API. */
export type Call = {
	method: Method;
	path: string;
	summary: string;
	note?: string;
	access: Access;
	/** What a retry with the same `Idempotency-Key` header does. Absent if the call ignores the header. */
	retryNote?: string;
	query?: v.GenericSchema<unknown, unknown>;
	body?: v.GenericSchema<unknown, unknown>;
	/** A body other than JSON. */
	upload?: { type: string; note: string };
	/** The JSON of a response with status 200. For any other response, set `rawResponse` instead. */
	response?: v.GenericSchema<unknown, unknown>;
	rawResponse?: { status: number; mediaType: string | null; note: string };
	/** The error for a missing permission; default: the one that `getPermissionError` returns. */
	forbiddenError?: PlainErrorCode;
	/** In addition to the errors that follow from `access`, `body` and `query`. */
	errors?: ErrorCode[];
	/** The response has an ETag, and is a 304 if the client has the same version. */
	hasETag?: boolean;
};

export const listNote = `At most ${listMax}, with a \`Link\` header (\`rel=next\`) if there are more.`;

// The fields that clients read from responses to writes (specification.md §7, column "Answer used").
export const insertedResponse = v.object({ acknowledged: v.boolean(), insertedId: v.string() });
export const modifiedResponse = v.object({
	acknowledged: v.boolean(),
	matchedCount: v.number(),
	modifiedCount: v.number(),
});
export const deletedResponse = v.object({ acknowledged: v.boolean(), deletedCount: v.number() });

export const errorResponse = v.object({
	message: v.string(),
	code: v.picklist(errorCodes),
	issues: v.optional(v.array(v.object({ field: v.string(), message: v.string() }))),
	/** Only from `POST /checkouts`. */
	lines: v.optional(
		v.array(
			v.object({
				toolId: v.string(),
				code: v.picklist(errorCodes),
				values: v.record(v.string(), v.union([v.string(), v.number()])),
				message: v.string(),
			}),
		),
	),
});

/** Preserves the exact types, so that TypeScript checks the call's handler against them. */
export const defineCall = <Path extends string, const Rest extends Omit<Call, "method" | "path">>(
	method: Method,
	path: Path,
	rest: Rest,
) => ({ method, path, ...rest });

export const getParamNames = (path: string): string[] =>
	Array.from(path.matchAll(/\{(\w+)\}/g), ([, name = ""]) => name);

/** @returns error codes, in the order in which the endpoint checks for them */
export function getErrors(call: Call) {
	const { access, forbiddenError, retryNote, body, query, response, errors = [] } = call;
	const { isOpen, owner, capability } = parseAccess(access);
	const permissionErrorCode = owner
		? "forbidden"
		: capability && (forbiddenError ?? getPermissionError(capability));
	return [
		...new Set<ErrorCode>([
			...(isOpen ? [] : (["unauthenticated"] as const)),
			...(permissionErrorCode ? [permissionErrorCode] : []),
			...(isOpen || capability === "account:second-factor"
				? []
				: (["second_factor_setup_required"] as const)),
			...(body ? (["payload_too_large", "invalid_json", "validation_failed"] as const) : []),
			...((query && response) || retryNote ? (["validation_failed"] as const) : []),
			...errors,
		]),
	];
}
