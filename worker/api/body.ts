import type { Context } from "hono";
import type { GenericSchema } from "valibot";
import { inputError, ShopError } from "#contract/errors.ts";
import { jsonBytes } from "#contract/limits.ts";
import { failure, invalid } from "#contract/messages.ts";
import { parseInput } from "#contract/parse.ts";

/** Bytes that are still read of what is too large: the client hears the refusal only once it has sent all. */
const courtesy = 16 * 1024 * 1024;

/**
 * @param most bytes; a lying or missing Content-Length does not help
 * @throws ShopError 413
 */
export async function readBytes(
	request: Request,
	most: number,
	refusal: string = failure.tooLarge,
): Promise<Uint8Array<ArrayBuffer>> {
	const chunks: Uint8Array[] = [];
	let length = 0;
	for await (const chunk of request.body ?? []) {
		length += chunk.byteLength;
		if (length <= most) chunks.push(chunk);
		else if (length > most + courtesy) break;
	}
	if (length > most) throw new ShopError("tooLarge", refusal);
	const bytes = new Uint8Array(length);
	let offset = 0;
	for (const chunk of chunks) {
		bytes.set(chunk, offset);
		offset += chunk.byteLength;
	}
	return bytes;
}

/** @returns the body's text, of at most 64 KiB @throws ShopError 413 */
export const readText = async (request: Request): Promise<string> =>
	new TextDecoder().decode(await readBytes(request, jsonBytes));

const isObject = (value: unknown) =>
	typeof value === "object" && value !== null && !Array.isArray(value);

function parseObject(text: string): unknown {
	try {
		const value: unknown = JSON.parse(text || "{}");
		if (isObject(value)) return value;
	} catch {
		// No JSON at all is refused like JSON of another kind.
	}
	throw new ShopError("invalid", invalid.json);
}

/**
 * Reads and parses a JSON body.
 * @throws ShopError 400 with each field named, 413
 */
export const readBody = async <Output>(
	{ req }: Context,
	schema: GenericSchema<unknown, Output>,
): Promise<Output> => check(schema, parseObject(await readText(req.raw)));

/** @throws ShopError 400 with each field named */
export function check<Output>(schema: GenericSchema<unknown, Output>, input: unknown): Output {
	const parsed = parseInput(schema, input);
	if (!parsed.success) throw inputError(parsed.issues);
	return parsed.output;
}
