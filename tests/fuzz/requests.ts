import fc from "fast-check";
import * as v from "valibot";
import type { Call } from "#contract/calls/call.ts";
import { allCalls } from "#contract/calls/index.ts";
import { pageAccess } from "#contract/permissions.ts";

/** What exists, so that some requests get past the first check. */
export type Known = { productId: string; orderId: string; email: string };

/** One try: by whom, and what is sent. Bytes are sent as they are, past any client that would tidy them up. */
export type Try = {
	by: "nobody" | "shopper" | "admin";
	method: string;
	path: string;
	type: string;
	body: string | null;
	raw: Uint8Array | null;
};

const nasty = fc.oneof(
	fc.constantFrom<unknown>(
		...["", " ", "0", "-1", "1.5", "1e400", "NaN", "null", "true", "\u0000", "\ud800", "💥"],
		...["' OR 1=1 --", "'; DROP TABLE users; --", "%", "_", "<script>alert(1)</script>"],
		...["../../etc/passwd", "%2e%2e%2f", "a\r\nX-Header: y", "__proto__", "constructor"],
		...[null, true, false, 0, -1, 1.5, 2 ** 53, -(2 ** 31), 1e308, [], {}, [[]], { $ne: null }],
		"x".repeat(5_000),
	),
	fc.string({ unit: "binary", maxLength: 40 }),
	fc.jsonValue({ maxDepth: 3 }),
	fc.double(),
);

const samples = ({ productId, orderId, email }: Known): Record<string, unknown> => ({
	...{ name: "A name", decreption: "Words.", quantity: 12, minimum: 2, price: "12.50" },
	...{ img: "/pictures/pliers-800.webp", updatequantity: 90, toolId: productId, email },
	...{ location: "Bay 4", phone: "12345", order: orderId, transactionID: "pi_unknown" },
	...{ review: "Good.", ratings: "5", password: "password", token: "a".repeat(32) },
});

const objectSchema = v.object({ entries: v.record(v.string(), v.unknown()) });

/** The fields that a call describes; for one that takes no object, some that others have. */
function fieldsOf({ body }: Call): string[] {
	const shape = v.safeParse(objectSchema, body);
	return shape.success ? Object.keys(shape.output.entries) : ["name", "email", "quantity"];
}

/** A valid body with some of its fields broken, missing or unknown. */
const bodyOf = (fields: string[], known: Known) =>
	fc
		.dictionary(fc.constantFrom(...fields, "__proto__", "extra"), fc.option(nasty), { maxKeys: 3 })
		.map((broken) => {
			const good = samples(known);
			const sound = Object.fromEntries(fields.map((field) => [field, good[field]]));
			return { ...sound, ...broken };
		});

/** An object may have a `toString` that is none. */
const asText = (value: unknown) =>
	typeof value === "object" ? (JSON.stringify(value) ?? "") : String(value);

const partOf = (known: Known) =>
	fc.oneof(
		fc.constantFrom(known.productId, known.orderId, known.email),
		nasty.map((value) => asText(value).slice(0, 300)),
	);

const encode = (text: string) => encodeURIComponent(text.toWellFormed());

const queryOf = fc.oneof(
	fc.constant(""),
	fc.constantFrom("?page=0&size=6", "?page=0&page=1", "?size=0", "?after=x&after=y"),
	nasty.map((value) => `?page=${encode(asText(value))}&from=${encode(asText(value))}`),
);

const json = (value: unknown) => JSON.stringify(value) ?? "";
const form = (fields: Record<string, unknown>) =>
	new URLSearchParams(
		Object.entries(fields).map(([name, value]) => [name, asText(value).toWellFormed()]),
	).toString();

type Sent = Pick<Try, "method" | "path" | "type" | "body">;

const callTry = (call: Call, known: Known): fc.Arbitrary<Sent> =>
	fc
		.tuple(
			bodyOf(fieldsOf(call), known),
			partOf(known),
			queryOf,
			fc.oneof(fc.constant(null), nasty),
		)
		.map(([fields, part, query, whole]) => ({
			method: call.method,
			path: call.path.replaceAll(/\{\w+\}/g, () => encode(part)) + query,
			type: "application/json",
			body: call.method === "GET" ? null : json(whole === null ? fields : whole),
		}));

const patterns = [...pageAccess.keys()];

/** Every page that there is, and one that there is not. */
const pagesOf = ({ productId, orderId }: Known): string[] =>
	patterns.map((pattern) =>
		pattern
			.replace(/:(?:id|productId)$/, productId)
			.replace(":orderid", orderId)
			.replace("*", "nothing"),
	);

/** Forms are posted to pages as a browser does, and as React Router's own script does (`.data`). */
const pageTry = (known: Known): fc.Arbitrary<Sent> => {
	const fields = [...Object.keys(samples(known)), "intent", "task", "id", "seen", "idempotencyKey"];
	return fc
		.record({
			path: fc.constantFrom(...pagesOf(known)),
			ending: fc.constantFrom("", ".data", ".data?_routes=root"),
			query: queryOf,
			method: fc.constantFrom("GET", "POST", "PUT", "DELETE"),
			fields: fc.dictionary(fc.constantFrom(...fields), nasty, { maxKeys: 6 }),
		})
		.map(({ path, ending, query, method, fields }) => ({
			method,
			path:
				(path === "/" && ending ? "/_root" : path) + ending + (ending.includes("?") ? "" : query),
			type: "application/x-www-form-urlencoded",
			body: method === "GET" ? null : form(fields),
		}));
};

/** @returns tries of every kind, the same ones for the same seed */
export function makeTries(known: Known, count: number, seed: number): Try[] {
	const sent = fc.oneof(
		{ weight: 6, arbitrary: fc.constantFrom(...allCalls).chain((call) => callTry(call, known)) },
		{ weight: 3, arbitrary: pageTry(known) },
	);
	const whole = fc.record({
		by: fc.constantFrom<Try["by"]>("nobody", "shopper", "admin"),
		sent,
		raw: fc.option(fc.uint8Array({ minLength: 1, maxLength: 400 }), { freq: 6 }),
	});
	return fc
		.sample(whole, { numRuns: count, seed })
		.map(({ by, sent, raw }) => ({ by, ...sent, raw: sent.body === null ? null : raw }));
}
