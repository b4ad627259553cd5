import type { Context } from "hono";
import type { GenericSchema } from "valibot";
import { type PlainErrorCode, ShopError, ValidationError } from "#contract/errors.ts";
import { jsonBytes } from "#contract/limits.ts";
import { parseInput } from "#contract/parse.ts";

/** Bytes that are still read of what is too large: the client hears of it only once it has sent all. */
const courtesy = 16 * 1024 * 1024;

/** Bytes of the first buffer where the request does not say how long it is. */
const firstBuffer = 16 * 1024;

function grow(bytes: Uint8Array, length: number): Uint8Array<ArrayBuffer> {
	const grown = new Uint8Array(length);
	grown.set(bytes);
	return grown;
}

/**
 * Reads a body into one buffer: an isolate of 128 MB serves several uploads at once.
 * @param most bytes; a lying or missing Content-Length does not help
 * @param code of the error where it is longer
 * @throws ShopError 413
 */
export async function readBytes(
	request: Request,
	most: number,
	code: PlainErrorCode = "payload_too_large",
): Promise<Uint8Array<ArrayBuffer>> {
	const declared = Number(request.headers.get("Content-Length"));
	let bytes = new Uint8Array(declared > 0 && declared <= most ? declared : firstBuffer);
	let length = 0;
	for await (const chunk of request.body ?? []) {
		const end = length + chunk.byteLength;
		if (end <= most) {
			if (end > bytes.length) bytes = grow(bytes, Math.min(Math.max(end, bytes.length * 2), most));
			bytes.set(chunk, length);
		}
		length = end;
		if (length > most + courtesy) break;
	}
	if (length > most) throw new ShopError(code);
	return bytes.subarray(0, length);
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
	throw new ShopError("invalid_json");
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
	if (!parsed.success) throw new ValidationError(parsed.issues);
	return parsed.output;
}
