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

/** A request to Stripe's API with its response, or a webhook: sandbox/stripe/exchange-recorder.ts. */
export const exchangeFormat = v.object({
	operation: v.string(),
	isFromBrowser: v.boolean(),
	params: v.unknown(),
	status: v.number(),
	body: v.unknown(),
});

export type Exchange = v.InferOutput<typeof exchangeFormat>;

/** Calls that only the mock of Stripe.js sends. Stripe does not have them. */
const mockOnlyCalls = ["payment_intents.authenticate"];
const callsWithoutParams = [...mockOnlyCalls, "webhook"];

const isRecord = (value: unknown): value is Record<string, unknown> =>
	typeof value === "object" && value !== null && !Array.isArray(value);

/** Compiles Stripe's schema. Returns a function that checks an exchange and returns its errors as text. */
export async function loadStripeSchemaChecker() {
	const schema = v.parse(schemaFormat, await readFile(schemaFile, "utf8"));
	// Parameters are strings, so they are coerced. Keywords that ajv does not know are comments.
	const options = { strict: false, allErrors: true, allowUnionTypes: true };
	const root = { $id: "stripe", definitions: schema.definitions };
	const compile = (schemas: Record<string, unknown>, coerceTypes: boolean) => {
		const ajv = new Ajv({ ...options, coerceTypes }).addSchema(root);
		return (name: string) => {
			const namedSchema = schemas[name];
			if (!isRecord(namedSchema)) return null;
			const { $ref } = namedSchema;
			return typeof $ref === "string"
				? ajv.compile({ $ref: `stripe${$ref}` })
				: ajv.compile(namedSchema);
		};
	};
	const createServerValidator = memoize(compile(schema.responses, false));
	const createBrowserValidator = memoize(compile(schema.browserResponses, false));
	const createParamsValidator = memoize(compile(schema.params, true));

	type CreateValidator = typeof createServerValidator;

	function findObjectErrors(
		createValidator: CreateValidator,
		body: unknown,
		path: string,
	): string[] {
		if (Array.isArray(body)) {
			return body.flatMap((item, index) =>
				findObjectErrors(createValidator, item, `${path}[${index}]`),
			);
		}
		if (!isRecord(body)) return [];
		const validate = typeof body.object === "string" ? createValidator(body.object) : null;
		const ownErrors = validate && !validate(body) ? formatErrors(validate.errors, path) : [];
		const nestedErrors = Object.entries(body).flatMap(([name, value]) =>
			findObjectErrors(createValidator, value, path === "" ? name : `${path}.${name}`),
		);
		return [...ownErrors, ...nestedErrors];
	}

	function findResponseErrors({ status, body, isFromBrowser }: Exchange): string[] {
		const createValidator = isFromBrowser ? createBrowserValidator : createServerValidator;
		if (!isRecord(body)) return ["the response is not an object"];
		if (status < 400) {
			const isKnown =
				typeof body.object === "string" && (body.object === "list" || createValidator(body.object));
			return isKnown
				? findObjectErrors(createValidator, body, "")
				: [`Stripe has no object ${String(body.object)}`];
		}
		const validate = createServerValidator("error");
		const errors = validate && !validate(body.error) ? formatErrors(validate.errors, "error") : [];
		return [...errors, ...findObjectErrors(createValidator, body, "")];
	}

	function findParamErrors({ operation, params, status }: Exchange): string[] {
		if (callsWithoutParams.includes(operation)) return [];
		const validate = createParamsValidator(operation);
		if (!validate) return ["Stripe has no such call"];
		// The mock rejected the parameters itself, as Stripe does.
		if (status === 400) return [];
		return validate(structuredClone(params)) ? [] : formatErrors(validate.errors, "parameters");
	}

	return (exchange: Exchange): string[] =>
		[...findParamErrors(exchange), ...findResponseErrors(exchange)].map(
			(error) => `${exchange.operation} ${exchange.status}: ${error}`,
		);
}

function memoize<Result>(create: (name: string) => Result): (name: string) => Result {
	const cache = new Map<string, Result>();
	return (name) => {
		const result = cache.get(name) ?? create(name);
		cache.set(name, result);
		return result;
	};
}

/** Formats ajv's errors. Leaves out the errors about individual branches of a union. */
function formatErrors(errors: ErrorObject[] | null | undefined, path: string): string[] {
	return (errors ?? [])
		.filter(({ schemaPath }) => !/\/anyOf\/\d+\//.test(schemaPath))
		.map(({ instancePath, message, params }) => {
			const field = `${path}${instancePath.replaceAll("/", ".")}`.replace(/^\./, "");
			const detail = Object.values(params).flat().join(", ");
			return `${field || "the object"} ${message ?? "is wrong"}${detail ? ` (${detail})` : ""}`;
		});
}
