import type { JsonSchema } from "@valibot/to-json-schema";
import { describeAccess } from "./access.ts";
import { type Call, paramNames } from "./calls/call.ts";
import { callGroups } from "./calls/index.ts";
import { errorsToShow, jsonSchemaOf } from "./openapi.ts";

/** One thing that is sent: where it stands, what it is. */
export type Sent = { name: string; place: string; kind: string; required: boolean };

export type CallNote = {
	id: string;
	method: string;
	path: string;
	summary: string;
	note: string | null;
	who: string;
	sent: Sent[];
	/** What comes back, as JSON with made-up values or in words. */
	answer: string;
	errors: { status: number; code: string; message: string }[];
};

const isSchema = (schema: unknown): schema is JsonSchema =>
	typeof schema === "object" && schema !== null;

function kindOf(schema: unknown): string {
	if (!isSchema(schema)) return "anything";
	if (schema.description) return schema.description;
	if (schema.type === "string" && schema.maxLength) {
		const least = (schema.minLength ?? 1) > 1 ? `${schema.minLength} to ` : "at most ";
		return `text, ${least}${schema.maxLength.toLocaleString("en-US")} characters`;
	}
	return schema.anyOf ? "text or number" : "text";
}

function sentIn(place: string, schema: JsonSchema): Sent[] {
	return Object.entries(schema.properties ?? {}).map(([name, property]) => ({
		name,
		place,
		kind: kindOf(property),
		required: schema.required?.includes(name) ?? false,
	}));
}

function sentWith({ path, header, query, body, upload }: Call): Sent[] {
	const named = paramNames(path).map((name) => ({ name, place: "path", kind: "text" }));
	return [
		...named.map((each) => ({ ...each, required: true })),
		...(header ? [{ name: header.name, place: "header", kind: header.note, required: false }] : []),
		...(query ? sentIn("query", jsonSchemaOf(query, "input")) : []),
		...(body ? sentIn("body", jsonSchemaOf(body, "input")) : []),
		...(upload ? [{ name: upload.type, place: "body", kind: upload.note, required: true }] : []),
	];
}

/** A value of the shape that a schema describes. */
function exampleOf(schema: unknown): unknown {
	if (!isSchema(schema)) return null;
	if (schema.anyOf) return exampleOf(schema.anyOf[0]);
	if (schema.enum) return schema.enum[0];
	if (schema.type === "array") return [exampleOf(schema.items)];
	if (schema.type === "object") {
		const properties = Object.entries(schema.properties ?? {});
		return Object.fromEntries(properties.map(([name, each]) => [name, exampleOf(each)]));
	}
	return { number: 1, boolean: true }[String(schema.type)] ?? "…";
}

const answerOf = ({ answer, other }: Call): string =>
	answer ? JSON.stringify(exampleOf(jsonSchemaOf(answer, "output")), null, 2) : (other?.note ?? "");

const noteOf = (call: Call): CallNote => ({
	id: `${call.method.toLowerCase()}${call.path.replaceAll(/[^A-Za-z]+/g, "-").replace(/-$/, "")}`,
	method: call.method,
	path: call.path,
	summary: call.summary,
	note: call.note ?? null,
	who: describeAccess(call.access),
	sent: sentWith(call),
	answer: answerOf(call),
	errors: errorsToShow(call),
});

/** @returns every call, grouped, as the page /docs shows it; written from the same table as the OpenAPI document */
export const describeCalls = () =>
	callGroups.map(({ title, calls }) => ({ title, calls: calls.map(noteOf) }));
