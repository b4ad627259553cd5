import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { Ajv, type ErrorObject } from "ajv";
import * as v from "valibot";

const schemaFile = resolve(import.meta.dirname, "../../sandbox/stripe/schema/card-payments.json");

const schemaFormat = v.pipe(
	v.string(),
	v.parseJson(),
	v.object({
		responses: v.record(v.string(), v.unknown()),
		browserResponses: v.record(v.string(), v.unknown()),
		params: v.record(v.string(), v.unknown()),
		definitions: v.record(v.string(), v.unknown()),
	}),
);

/** One request of Stripe's API with its answer, or a webhook: sandbox/stripe/tape.ts. */
export const exchangeFormat = v.object({
	operation: v.string(),
	browser: v.boolean(),
	params: v.unknown(),
	status: v.number(),
	body: v.unknown(),
});

export type Exchange = v.InferOutput<typeof exchangeFormat>;

/** What the dialog of our own Stripe.js calls: no call of Stripe's. */
const ownCalls = ["payment_intents.authenticate"];
const withoutParams = [...ownCalls, "webhook"];

const isRecord = (value: unknown): value is Record<string, unknown> =>
	typeof value === "object" && value !== null && !Array.isArray(value);

/** Compiles Stripe's schema. @returns what finds the faults of an exchange: `operation, place: what is wrong` */
export async function loadStripeSchema() {
	const { responses, browserResponses, params, definitions } = v.parse(
		schemaFormat,
		await readFile(schemaFile, "utf8"),
	);
	// Parameters come as texts; unknown keywords are the schema's comments.
	const options = { strict: false, allErrors: true, allowUnionTypes: true };
	const root = { $id: "stripe", definitions };
	const compile = (roots: Record<string, unknown>, coerceTypes: boolean) => {
		const ajv = new Ajv({ ...options, coerceTypes }).addSchema(root);
		return (name: string) => {
			const schema = roots[name];
			if (!isRecord(schema)) return null;
			const { $ref } = schema;
			return typeof $ref === "string"
				? ajv.compile({ $ref: `stripe${$ref}` })
				: ajv.compile(schema);
		};
	};
	const ofServer = memoize(compile(responses, false));
	const ofBrowser = memoize(compile(browserResponses, false));
	const paramsOf = memoize(compile(params, true));

	type Responses = typeof ofServer;

	function faultsOfObject(answerOf: Responses, body: unknown, place: string): string[] {
		if (Array.isArray(body)) {
			return body.flatMap((each, index) => faultsOfObject(answerOf, each, `${place}[${index}]`));
		}
		if (!isRecord(body)) return [];
		const validate = typeof body.object === "string" ? answerOf(body.object) : null;
		const own = validate && !validate(body) ? sayAll(validate.errors, place) : [];
		const inner = Object.entries(body).flatMap(([name, value]) =>
			faultsOfObject(answerOf, value, place === "" ? name : `${place}.${name}`),
		);
		return [...own, ...inner];
	}

	function faultsOfResponse({ status, body, browser }: Exchange): string[] {
		const answerOf = browser ? ofBrowser : ofServer;
		if (!isRecord(body)) return ["the answer is no object"];
		if (status < 400) {
			const isKnown =
				typeof body.object === "string" && (body.object === "list" || answerOf(body.object));
			return isKnown
				? faultsOfObject(answerOf, body, "")
				: [`Stripe has no object ${String(body.object)}`];
		}
		const validate = ofServer("error");
		const faults = validate && !validate(body.error) ? sayAll(validate.errors, "error") : [];
		return [...faults, ...faultsOfObject(answerOf, body, "")];
	}

	function faultsOfParams({ operation, params: given, status }: Exchange): string[] {
		if (withoutParams.includes(operation)) return [];
		const validate = paramsOf(operation);
		if (!validate) return ["Stripe has no such call"];
		// What the mock has refused as Stripe would is no fault of the mock's.
		if (status === 400) return [];
		return validate(structuredClone(given)) ? [] : sayAll(validate.errors, "parameters");
	}

	return (exchange: Exchange): string[] =>
		[...faultsOfParams(exchange), ...faultsOfResponse(exchange)].map(
			(fault) => `${exchange.operation} ${exchange.status}: ${fault}`,
		);
}

function memoize<Result>(make: (name: string) => Result): (name: string) => Result {
	const made = new Map<string, Result>();
	return (name) => {
		const known = made.get(name) ?? make(name);
		made.set(name, known);
		return known;
	};
}

/** Says what is wrong where; of a union only that nothing of it fits. */
function sayAll(errors: ErrorObject[] | null | undefined, place: string): string[] {
	return (errors ?? [])
		.filter(({ schemaPath }) => !/\/anyOf\/\d+\//.test(schemaPath))
		.map(({ instancePath, message, params }) => {
			const path = `${place}${instancePath.replaceAll("/", ".")}`.replace(/^\./, "");
			const detail = Object.values(params).flat().join(", ");
			return `${path || "the object"} ${message ?? "is wrong"}${detail ? ` (${detail})` : ""}`;
		});
}
