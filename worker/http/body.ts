import type { Context } from "hono";
import type { GenericSchema } from "valibot";
import {
	errors,
	fieldError,
	type PlainErrorCode,
	ShopError,
	ValidationError,
} from "#contract/errors.ts";
import {
	documentMaxBytes,
	imageMaxBytes,
	importMaxBytes,
	jsonMaxBytes,
	quickOrderMaxBytes,
} from "#contract/limits.ts";
import { requiredMessages } from "#contract/messages.ts";
import { parseInput } from "#contract/parse.ts";

/** Up to this many bytes beyond the limit are read and discarded, because many clients send the entire body before they read the response. */
const maxDrainBytes = 16 * 1024 * 1024;

/** The initial size of the buffer for a request without a usable Content-Length. */
const initialBufferBytes = 16 * 1024;

/** @throws ShopError 400 with `code` if the body is incomplete (RFC 9112 §8) */
async function* readChunks({ body }: Request, code: PlainErrorCode) {
	try {
		yield* body ?? [];
	} catch {
		// workerd's error, "Network connection lost", would be taken for D1's and answered with 503.
		throw new ShopError(code);
	}
}

/**
 * Reads a body into one buffer, because an isolate of 128 MB serves several uploads at the same time.
 * @throws ShopError 413 with `tooLargeCode`; 400 with `incompleteCode` if the body is incomplete
 */
export async function readBytes(
	request: Request,
	maxBytes: number,
	tooLargeCode: PlainErrorCode = "payload_too_large",
	incompleteCode: PlainErrorCode = "malformed_form",
): Promise<Uint8Array<ArrayBuffer>> {
	const declaredLength = Number(request.headers.get("Content-Length"));
	let bytes = new Uint8Array(
		declaredLength > 0 && declaredLength <= maxBytes ? declaredLength : initialBufferBytes,
	);
	let length = 0;
	for await (const chunk of readChunks(request, incompleteCode)) {
		const end = length + chunk.byteLength;
		if (end <= maxBytes) {
			if (end > bytes.length) {
				const grownLength = Math.min(Math.max(end, bytes.length * 2), maxBytes);
				bytes = new Uint8Array(bytes.buffer.transfer(grownLength));
			}
			bytes.set(chunk, length);
		}
		length = end;
		if (length > maxBytes + maxDrainBytes) break;
	}
	if (length > maxBytes) throw new ShopError(tooLargeCode);
	return bytes.subarray(0, length);
}

/** Reads the text of a JSON body. @throws ShopError 400 if the body is incomplete, 413 */
export const readText = async (request: Request): Promise<string> =>
	new TextDecoder().decode(
		await readBytes(request, jsonMaxBytes, "payload_too_large", "invalid_json"),
	);

function parseObject(text: string): unknown {
	try {
		const value: unknown = JSON.parse(text || "{}");
		if (typeof value === "object" && value !== null && !Array.isArray(value)) return value;
	} catch {
		// A syntax error gets the same response as JSON that is not an object.
	}
	throw new ShopError("invalid_json");
}

/** @throws ShopError 400 with each invalid field, 413 */
export const readBody = async <Output>(
	{ req }: Context,
	schema: GenericSchema<unknown, Output>,
): Promise<Output> => requireValid(schema, parseObject(await readText(req.raw)));

/** @throws ShopError 400 with each invalid field */
export function requireValid<Output>(
	schema: GenericSchema<unknown, Output>,
	input: unknown,
): Output {
	const parsed = parseInput(schema, input);
	if (!parsed.success) throw new ValidationError(parsed.issues);
	return parsed.output;
}

/** Returns the URL of the page that submitted a form; null if `Referer` is missing or on another site. */
export function getFormPageUrl({ headers, url }: Request): URL | null {
	const referrer = URL.parse(headers.get("Referer") ?? "");
	return referrer?.origin === new URL(url).origin ? referrer : null;
}

const hasType = ({ headers }: Request, pattern: RegExp) =>
	pattern.test(headers.get("Content-Type") ?? "");

export const isMultipart = (request: Request): boolean =>
	hasType(request, /^multipart\/form-data\b/i);

type UploadLimit = { maxBytes: number; code: PlainErrorCode };

/**
 * The size limit of a form depends on the file that it may contain. Visitors who are not signed in have the lowest limit, because 5 MiB of
 * short fields take half a second and tens of MB of memory. Their limit is higher than the largest quick order, so that its form can
 * report a file that is too large.
 */
export const uploadLimits = {
	visitor: { maxBytes: 4 * quickOrderMaxBytes, code: "payload_too_large" },
	picture: { maxBytes: imageMaxBytes, code: "image_too_large" },
	document: { maxBytes: documentMaxBytes, code: "document_too_large" },
	pictureOrDocument: { maxBytes: documentMaxBytes, code: "upload_too_large" },
	import: { maxBytes: importMaxBytes, code: "import_too_large" },
} as const satisfies Record<string, UploadLimit>;

const readMultipart = (request: Request, { maxBytes, code }: UploadLimit) =>
	readBytes(request, maxBytes + jsonMaxBytes, code);

/**
 * @returns the form, and the file in one of its fields
 * @throws ShopError 400 if the field has no file, 413, 415 if the form is not multipart
 */
export async function readUpload(
	request: Request,
	limit: UploadLimit,
	field: "image" | "document",
): Promise<{ form: FormData; file: Blob }> {
	if (!isMultipart(request)) throw new ShopError("multipart_required");
	const { headers } = request;
	const form = await new Response(await readMultipart(request, limit), { headers })
		.formData()
		.catch(() => null);
	if (!form) throw fieldError(field, errors.multipart_required.message);
	const file = form.get(field);
	if (!(file instanceof Blob)) throw fieldError(field, requiredMessages[field]);
	return { form, file };
}

/** Reads a form completely, so that actions need not check its size or syntax. @throws ShopError 400, 413, 415 if it is not a form */
export async function readForm(
	request: Request,
	limit: UploadLimit = uploadLimits.visitor,
): Promise<Request> {
	if (!isMultipart(request) && !hasType(request, /^application\/x-www-form-urlencoded\b/i)) {
		throw new ShopError("unsupported_media_type");
	}
	const body = isMultipart(request)
		? await readMultipart(request, limit)
		: await readBytes(request, jsonMaxBytes);
	const { url, method, headers } = request;
	const createRequest = () => new Request(url, { method, headers, body });
	await createRequest()
		.formData()
		.catch(() => {
			throw new ShopError("malformed_form");
		});
	return createRequest();
}
