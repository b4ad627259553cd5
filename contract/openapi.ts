import { type JsonSchema, toJsonSchema } from "@valibot/to-json-schema";
import type { GenericSchema } from "valibot";
import { type Call, errorResponse, getErrors, getParamNames } from "./calls/call.ts";
import { callGroups } from "./calls/index.ts";
import { type ErrorCode, errors } from "./errors.ts";
import { textLength } from "./limits.ts";
import { describeAccess, parseAccess } from "./permissions.ts";
import { idempotencyKeySchema } from "./schemas/idempotency-key.ts";
import { shopName } from "./shop.ts";

function getJsonSchema(schema: GenericSchema<unknown, unknown>, typeMode: "input" | "output") {
	const { $schema: _, ...rest } = toJsonSchema(schema, {
		typeMode,
		errorMode: "ignore",
		target: "draft-2020-12",
	});
	return rest;
}

type Input = {
	name: string;
	in: "path" | "header" | "query" | "body";
	description?: string;
	required: boolean;
	schema: unknown;
};

function getProperties(location: "query" | "body", schema: Call["body"]): Input[] {
	const { properties = {}, required = [] } = schema ? getJsonSchema(schema, "input") : {};
	return Object.entries(properties).map(([name, property]) => {
		const isRequired = required.includes(name);
		return { name, in: location, required: isRequired, schema: property };
	});
}

function getInputs({ path, retryNote, query, body }: Call): Input[] {
	const inputs = getParamNames(path).map(
		(name): Input => ({ name, in: "path", required: true, schema: { type: "string" } }),
	);
	if (retryNote) {
		const description = `${retryNote} 1 to ${textLength.idempotencyKey} printable ASCII characters without spaces.`;
		const schema = getJsonSchema(idempotencyKeySchema, "input");
		inputs.push({ name: "Idempotency-Key", in: "header", description, required: false, schema });
	}
	return [...inputs, ...getProperties("query", query), ...getProperties("body", body)];
}

const describeErrors = (codes: ErrorCode[]) =>
	codes
		.map((code) => ({ code, status: errors[code].status, message: errors[code].message }))
		.sort((first, second) => first.status - second.status);

const jsonContent = (schema: object) => ({ "application/json": { schema } });

/** Errors that /docs explains once, for all calls. */
const getGeneralErrors = ({ method, access }: Call): ErrorCode[] => [
	...(method === "GET" || access === "stripe" ? [] : (["cross_origin"] as const)),
	"internal_error",
	"unavailable",
];

function getResponses(call: Call) {
	const { response, rawResponse, hasETag } = call;
	const codes = new Set([...getErrors(call), ...getGeneralErrors(call)]);
	const errorResponses = Array.from(
		Map.groupBy(describeErrors([...codes]), ({ status }) => status),
		([status, group]) => [
			status,
			{
				description: group.map(({ code, message }) => `${code}: ${message}`).join("\n"),
				content: jsonContent({ $ref: "#/components/schemas/Error" }),
			},
		],
	);
	return {
		...(response && {
			200: { description: "Done", content: jsonContent(getJsonSchema(response, "output")) },
		}),
		...(rawResponse && {
			[rawResponse.status]: {
				description: rawResponse.note,
				...(rawResponse.mediaType && { content: { [rawResponse.mediaType]: {} } }),
			},
		}),
		...(hasETag && { 304: { description: "Not modified (If-None-Match)" } }),
		...Object.fromEntries(errorResponses),
	};
}

function getRequestBody({ body, upload }: Call) {
	if (body) return { required: true, content: jsonContent(getJsonSchema(body, "input")) };
	return upload && { required: true, description: upload.note, content: { [upload.type]: {} } };
}

const getOperation = (call: Call, tag: string) => ({
	tags: [tag],
	operationId: `${call.method.toLowerCase()}${call.path.replaceAll(/[^A-Za-z]+/g, "_")}`,
	summary: call.summary,
	description: `${describeAccess(call.access)}. ${call.note ?? ""}`.trim(),
	parameters: getInputs(call).filter((input) => input.in !== "body"),
	requestBody: getRequestBody(call),
	responses: getResponses(call),
	security: parseAccess(call.access).isOpen ? [] : [{ cookie: [] }, { bearer: [] }],
});

function createPaths() {
	const paths: Record<string, Record<string, unknown>> = {};
	for (const { title, calls } of callGroups) {
		for (const call of calls) {
			const operation = { [call.method.toLowerCase()]: getOperation(call, title) };
			paths[call.path] = { ...paths[call.path], ...operation };
		}
	}
	return paths;
}

export const createOpenApiDocument = (origin: string) => ({
	openapi: "3.1.0",
	info: {
		title: shopName,
		version: "1.0.0",
		description:
			"The shop's API. Some field names have odd spellings, which will not change. Prices are in dollars, quantities in pieces. Requests that use the cookie and an unsafe method must send an `Origin` header that matches the shop; requests with a bearer token need not. Every response except `/data.json` has an `X-Request-Id`, which is also in the shop's log. Error codes are stable; messages are not.",
	},
	servers: [{ url: origin }],
	tags: callGroups.map(({ title }) => ({ name: title })),
	paths: createPaths(),
	components: {
		schemas: { Error: getJsonSchema(errorResponse, "output") },
		securitySchemes: {
			cookie: {
				type: "apiKey",
				in: "cookie",
				name: "__Host-session",
				description: "Set by /auth/login; named `session` on plain HTTP.",
			},
			bearer: { type: "http", scheme: "bearer", description: "From PUT /user/{email}." },
		},
	},
});

const isSchema = (schema: unknown): schema is JsonSchema =>
	typeof schema === "object" && schema !== null;

/** In a schema's pipe, put `description` before any transform: the input's JSON Schema is built only up to the first transform. */
function describeType(schema: unknown): string {
	if (!isSchema(schema)) return "anything";
	const { description, enum: values, anyOf, type, minLength = 1, maxLength } = schema;
	if (description) return description;
	if (values) return `one of: ${values.join(", ")}`;
	if (anyOf) return [...new Set(anyOf.map(describeType))].join(" or ");
	if (type === "string" && maxLength) {
		const range = minLength > 1 ? `${minLength} to ` : "at most ";
		return `string, ${range}${maxLength.toLocaleString("en-US")} characters`;
	}
	return String(type ?? "string");
}

function getExample(schema: unknown): unknown {
	if (!isSchema(schema)) return null;
	if (schema.anyOf) return getExample(schema.anyOf[0]);
	if (schema.enum) return schema.enum[0];
	if (schema.type === "array") return [getExample(schema.items)];
	if (schema.type === "object") {
		const properties = Object.entries(schema.properties ?? {});
		return Object.fromEntries(properties.map(([name, property]) => [name, getExample(property)]));
	}
	return { number: 1, boolean: true }[String(schema.type)] ?? "…";
}

function describeCall(call: Call) {
	const { method, path, summary, note, access, upload, response, rawResponse } = call;
	const inputs = getInputs(call).map(({ schema, description, ...input }) => ({
		...input,
		type: description ?? describeType(schema),
	}));
	return {
		id: `${method.toLowerCase()}${path.replaceAll(/[^A-Za-z]+/g, "-").replace(/-$/, "")}`,
		method,
		path,
		summary,
		note,
		access: describeAccess(access),
		inputs: upload
			? [...inputs, { name: upload.type, in: "body", required: true, type: upload.note }]
			: inputs,
		response: response
			? JSON.stringify(getExample(getJsonSchema(response, "output")), null, 2)
			: (rawResponse?.note ?? ""),
		errors: describeErrors(getErrors(call)),
	};
}

export const describeCalls = () =>
	callGroups.map(({ title, calls }) => ({ title, calls: calls.map(describeCall) }));
