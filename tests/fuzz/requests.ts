import fc from "fast-check";
import * as v from "valibot";
import type { Call } from "#contract/calls/call.ts";
import { allCalls } from "#contract/calls/index.ts";
import { pageAccess } from "#contract/permissions.ts";
import type { NamedRows } from "../api/contract/input-case.ts";
import { inputCases } from "../api/contract/input-cases.ts";
import { anyCharacter } from "../support/any-character.ts";

export type FuzzRequest = {
	sender: "visitor" | "shopper" | "admin";
	method: string;
	path: string;
	contentType: string;
	body: string | null;
	/** Bytes to send instead of `body`: they may be invalid UTF-8, which a string cannot contain. */
	rawBody: Uint8Array | null;
};

const edgeCaseTexts = ["", " ", "0", "-1", "1.5", "1e400", "NaN", "null", "true"];
const unusualCharacters = ["\u0000", "\ud800", "💥", "%", "_", "x".repeat(5_000)];
const injections = ["' OR 1=1 --", "'; DROP TABLE users; --", "<script>alert(1)</script>"];
const pathsAndHeaders = ["../../etc/passwd", "%2e%2e%2f", "a\r\nX-Header: y"];
const objectKeys = ["__proto__", "constructor"];
const edgeCaseNumbers = [0, -1, 1.5, 2 ** 53, -(2 ** 31), 1e308];
const otherJson = [null, true, false, [], {}, [[]], { $ne: null }];

const hostileValue = fc.oneof(
	fc.constantFrom<unknown>(
		...edgeCaseTexts,
		...unusualCharacters,
		...injections,
		...pathsAndHeaders,
		...objectKeys,
		...edgeCaseNumbers,
		...otherJson,
	),
	fc.string({ unit: anyCharacter, maxLength: 40 }),
	fc.jsonValue({ maxDepth: 3 }),
	fc.double(),
);

const objectSchema = v.object({ entries: v.record(v.string(), v.unknown()) });

/** Returns the fields of the call's body, or fields of other calls if it has none. */
function getFields({ body }: Call): string[] {
	const schema = v.safeParse(objectSchema, body);
	return schema.success ? Object.keys(schema.output.entries) : ["name", "email", "quantity"];
}

export const getValidBody = (call: Call, existing: NamedRows): Record<string, unknown> =>
	inputCases.find((inputCase) => inputCase.call === call)?.validBody(existing) ?? {};

/** Generates valid bodies in which some fields are hostile, missing or unknown. */
const createBody = (call: Call, existing: NamedRows) =>
	fc
		.dictionary(
			fc.constantFrom(...getFields(call), "__proto__", "extra"),
			fc.option(hostileValue),
			{
				maxKeys: 3,
			},
		)
		.map((hostileFields) => ({ ...getValidBody(call, existing), ...hostileFields }));

/** Avoids `String()` for objects, because their `toString` may not be a function. */
const toText = (value: unknown) =>
	typeof value === "object" ? (JSON.stringify(value) ?? "") : String(value);

const createPathSegment = ({ product, order, accounts }: NamedRows) =>
	fc.oneof(
		fc.constantFrom(product.id, order.id, accounts.shopper.email),
		hostileValue.map((value) => toText(value).slice(0, 300)),
	);

const encode = (text: string) => encodeURIComponent(text.toWellFormed());

const queryString = fc.oneof(
	fc.constant(""),
	fc.constantFrom("?page=0&size=6", "?page=0&page=1", "?size=0", "?after=x&after=y"),
	hostileValue.map((value) => `?page=${encode(toText(value))}&from=${encode(toText(value))}`),
);

const toJson = (value: unknown) => JSON.stringify(value) ?? "";
const toForm = (fields: Record<string, unknown>) =>
	new URLSearchParams(
		Object.entries(fields).map(([name, value]) => [name, toText(value).toWellFormed()]),
	).toString();

type RequestContent = Pick<FuzzRequest, "method" | "path" | "contentType" | "body">;

const createApiRequest = (call: Call, existing: NamedRows): fc.Arbitrary<RequestContent> =>
	fc
		.tuple(
			createBody(call, existing),
			createPathSegment(existing),
			queryString,
			fc.oneof(fc.constant(null), hostileValue),
		)
		.map(([fields, segment, query, replacementBody]) => ({
			method: call.method,
			path: call.path.replaceAll(/\{\w+\}/g, () => encode(segment)) + query,
			contentType: "application/json",
			body: call.method === "GET" ? null : toJson(replacementBody ?? fields),
		}));

const patterns = [...pageAccess.keys()];

/** Returns the paths of all pages, and a path that does not exist. */
const listPagePaths = ({ product, order }: NamedRows): string[] =>
	patterns.map((pattern) =>
		pattern
			.replace(/:(?:id|productId)$/, product.id)
			.replace(":orderid", order.id)
			.replace("*", "nothing"),
	);

/** Generates requests to pages as browsers send them, and as React Router's client does (`.data`). */
const createPageRequest = (existing: NamedRows): fc.Arbitrary<RequestContent> => {
	const fields = [
		...new Set(allCalls.flatMap(getFields)),
		"intent",
		"task",
		"id",
		"shownStock",
		"idempotencyKey",
	];
	return fc
		.record({
			path: fc.constantFrom(...listPagePaths(existing)),
			suffix: fc.constantFrom("", ".data", ".data?_routes=root"),
			query: queryString,
			method: fc.constantFrom("GET", "POST", "PUT", "DELETE"),
			fields: fc.dictionary(fc.constantFrom(...fields), hostileValue, { maxKeys: 6 }),
		})
		.map(({ path, suffix, query, method, fields }) => ({
			method,
			path:
				(path === "/" && suffix ? "/_root" : path) + suffix + (suffix.includes("?") ? "" : query),
			contentType: "application/x-www-form-urlencoded",
			body: method === "GET" ? null : toForm(fields),
		}));
};

/**
 * Creates random requests. The same seed creates the same requests, except for passkeys.
 * @param existing - rows that exist, so that some requests pass the first checks
 */
export function createRequests(existing: NamedRows, count: number, seed: number): FuzzRequest[] {
	const content = fc.oneof(
		{
			weight: 6,
			arbitrary: fc.constantFrom(...allCalls).chain((call) => createApiRequest(call, existing)),
		},
		{ weight: 3, arbitrary: createPageRequest(existing) },
	);
	const request = fc.record({
		sender: fc.constantFrom<FuzzRequest["sender"]>("visitor", "shopper", "admin"),
		content,
		rawBody: fc.option(fc.uint8Array({ minLength: 1, maxLength: 400 }), { freq: 6 }),
	});
	return fc.sample(request, { numRuns: count, seed }).map(({ sender, content, rawBody }) => ({
		sender,
		...content,
		rawBody: content.body === null ? null : rawBody,
	}));
}
