import type { Context } from "hono";
import type { GenericSchema } from "valibot";
import { type PlainErrorCode, ShopError, ValidationError } from "#contract/errors.ts";
import { imageMaxBytes, jsonMaxBytes } from "#contract/limits.ts";
import { parseInput } from "#contract/parse.ts";

/** How many bytes beyond the limit are still read: many clients read the response only after they have sent the entire body. */
const maxDrainBytes = 16 * 1024 * 1024;

/** Bytes, for a request without a usable Content-Length. */
const initialBufferSize = 16 * 1024;

function grow(bytes: Uint8Array, length: number): Uint8Array<ArrayBuffer> {
	const grown = new Uint8Array(length);
	grown.set(bytes);
	return grown;
}

/**
 * Reads a body into one buffer: an isolate of 128 MB serves several uploads at the same time.
 * @param maxBytes also applies if Content-Length is missing or wrong
 * @param code of the error for a longer body
 * @throws ShopError 413
 */
export async function readBytes(
	request: Request,
	maxBytes: number,
	code: PlainErrorCode = "payload_too_large",
): Promise<Uint8Array<ArrayBuffer>> {
	const declared = Number(request.headers.get("Content-Length"));
	let bytes = new Uint8Array(declared > 0 && declared <= maxBytes ? declared : initialBufferSize);
	let length = 0;
	for await (const chunk of request.body ?? []) {
		const end = length + chunk.byteLength;
		if (end <= maxBytes) {
			if (end > bytes.length)
				bytes = grow(bytes, Math.min(Math.max(end, bytes.length * 2), maxBytes));
			bytes.set(chunk, length);
		}
		length = end;
		if (length > maxBytes + maxDrainBytes) break;
	}
	if (length > maxBytes) throw new ShopError(code);
	return bytes.subarray(0, length);
}

/** Reads a body of at most 64 KiB. @throws ShopError 413 */
export const readText = async (request: Request): Promise<string> =>
	new TextDecoder().decode(await readBytes(request, jsonMaxBytes));

const isObject = (value: unknown) =>
	typeof value === "object" && value !== null && !Array.isArray(value);

function parseObject(text: string): unknown {
	try {
		const value: unknown = JSON.parse(text || "{}");
		if (isObject(value)) return value;
	} catch {
		// A syntax error gets the same response as JSON that is not an object.
	}
	throw new ShopError("invalid_json");
}

/** @throws ShopError 400 with each invalid field, 413 */
export const readBody = async <Output>(
	{ req }: Context,
	schema: GenericSchema<unknown, Output>,
): Promise<Output> => check(schema, parseObject(await readText(req.raw)));

/** @throws ShopError 400 with each invalid field */
export function check<Output>(schema: GenericSchema<unknown, Output>, input: unknown): Output {
	const parsed = parseInput(schema, input);
	if (!parsed.success) throw new ValidationError(parsed.issues);
	return parsed.output;
}

/** The encodings of a form (HTML §4.10.21) and their size limits: only multipart can contain a picture. */
const encodings = [
	{
		type: /^application\/x-www-form-urlencoded\b/i,
		maxBytes: jsonMaxBytes,
		error: "payload_too_large",
	},
	{
		type: /^multipart\/form-data\b/i,
		maxBytes: imageMaxBytes + jsonMaxBytes,
		error: "image_too_large",
	},
] as const;

/**
 * Reads a form completely, so that actions need not check its size or syntax.
 * @throws ShopError 400 if it cannot be parsed, 413, 415 if it is not a form
 */
export async function readForm(request: Request): Promise<Request> {
	const type = request.headers.get("Content-Type") ?? "";
	const encoding = encodings.find((candidate) => candidate.type.test(type));
	if (!encoding) throw new ShopError("unsupported_media_type");
	const body = await readBytes(request, encoding.maxBytes, encoding.error);
	const { url, method, headers } = request;
	const createRequest = () => new Request(url, { method, headers, body });
	await createRequest()
		.formData()
		.catch(() => {
			throw new ShopError("malformed_form");
		});
	return createRequest();
}
