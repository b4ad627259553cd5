import { toJsonSchema } from "@valibot/to-json-schema";
import type { GenericSchema } from "valibot";
import { describeAccess, partsOf } from "./access.ts";
import { type Call, errorAnswer, errorsOf, paramNames } from "./calls/call.ts";
import { callGroups } from "./calls/index.ts";
import { errors } from "./errors.ts";
import { shopName } from "./shop.ts";

/** @param typeMode what is sent, before it is parsed, or what is answered */
export function jsonSchemaOf(
	schema: GenericSchema<unknown, unknown>,
	typeMode: "input" | "output",
) {
	const { $schema: _, ...rest } = toJsonSchema(schema, {
		typeMode,
		errorMode: "ignore",
		target: "draft-2020-12",
	});
	return rest;
}

const jsonContent = (schema: object) => ({ "application/json": { schema } });
const errorRef = { $ref: "#/components/schemas/Error" };

export const errorsToShow = (call: Call) =>
	errorsOf(call)
		.map((code) => ({ code, status: errors[code].status, message: errors[code].message }))
		.sort((one, other) => one.status - other.status);

function responsesOf(call: Call) {
	const { answer, other } = call;
	const good = answer
		? { 200: { description: "Done", content: jsonContent(jsonSchemaOf(answer, "output")) } }
		: {};
	const otherwise = other && {
		[other.status]: {
			description: other.note,
			...(other.type ? { content: { [other.type]: {} } } : {}),
		},
	};
	const same = call.revalidates ? { 304: { description: "As it was (If-None-Match)" } } : {};
	const failed = Array.from(
		Map.groupBy(errorsToShow(call), ({ status }) => status),
		([status, same]) => [
			status,
			{
				description: same.map(({ code, message }) => `${code}: ${message}`).join("\n"),
				content: jsonContent(errorRef),
			},
		],
	);
	return { ...good, ...otherwise, ...same, ...Object.fromEntries(failed) };
}

function parametersOf({ path, query, header }: Call) {
	const inPath = paramNames(path).map((name) => ({
		name,
		in: "path",
		required: true,
		schema: { type: "string" },
	}));
	const properties = query ? (jsonSchemaOf(query, "input").properties ?? {}) : {};
	const inQuery = Object.entries(properties).map(([name, schema]) => ({
		name,
		in: "query",
		schema,
	}));
	const inHeader = header
		? [{ name: header.name, in: "header", description: header.note, schema: { type: "string" } }]
		: [];
	return [...inPath, ...inQuery, ...inHeader];
}

function requestBodyOf({ body, upload }: Call) {
	if (body) return { required: true, content: jsonContent(jsonSchemaOf(body, "input")) };
	return upload && { required: true, description: upload.note, content: { [upload.type]: {} } };
}

function operationOf(call: Call, tag: string) {
	const requestBody = requestBodyOf(call);
	const { isOpen } = partsOf(call.access);
	return {
		tags: [tag],
		operationId: `${call.method.toLowerCase()}${call.path.replaceAll(/[^A-Za-z]+/g, "_")}`,
		summary: call.summary,
		description: [`${describeAccess(call.access)}.`, call.note ?? ""].join(" ").trim(),
		parameters: parametersOf(call),
		...(requestBody ? { requestBody } : {}),
		responses: responsesOf(call),
		security: isOpen ? [] : [{ cookie: [] }, { bearer: [] }],
	};
}

function pathsOf() {
	const paths: Record<string, Record<string, unknown>> = {};
	for (const { title, calls } of callGroups) {
		for (const call of calls) {
			paths[call.path] = {
				...paths[call.path],
				[call.method.toLowerCase()]: operationOf(call, title),
			};
		}
	}
	return paths;
}

/** @param origin of the shop @returns the OpenAPI 3.1 document of every call, written from the schemas that parse them */
export const writeOpenApi = (origin: string) => ({
	openapi: "3.1.0",
	info: {
		title: shopName,
		version: "1.0.0",
		description:
			"The calls of the shop. Field names are spelled as its contract spells them. Prices are dollars, quantities pieces. A request by cookie needs an Origin equal to the shop's on every unsafe method; one by bearer token does not. Every answer carries an X-Request-Id, by which the shop finds it in its log; an error has a code, which stays the same whatever the message says.",
	},
	servers: [{ url: origin }],
	tags: callGroups.map(({ title }) => ({ name: title })),
	paths: pathsOf(),
	components: {
		schemas: { Error: jsonSchemaOf(errorAnswer, "output") },
		securitySchemes: {
			cookie: {
				type: "apiKey",
				in: "cookie",
				name: "__Host-session",
				description: "Set by /auth/login; on plain http the name is session.",
			},
			bearer: { type: "http", scheme: "bearer", description: "From PUT /user/{email}." },
		},
	},
});
