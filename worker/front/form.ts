import { ShopError } from "#contract/errors.ts";
import { imageBytes, jsonBytes } from "#contract/limits.ts";
import { readBytes } from "#worker/api/body.ts";

/** The encodings of a form (HTML §4.10.21), and how many bytes each may have: only one can carry a picture. */
const encodings = [
	{ type: /^application\/x-www-form-urlencoded\b/i, most: jsonBytes, error: "payload_too_large" },
	{
		type: /^multipart\/form-data\b/i,
		most: imageBytes + jsonBytes,
		error: "image_too_large",
	},
] as const;

/**
 * Reads a submitted form to its end, so that no action has to fear its size or its shape.
 * @returns the same request with the body in memory
 * @throws ShopError 400 when it can not be parsed, 413, 415 when it is no form
 */
export async function readForm(request: Request): Promise<Request> {
	const type = request.headers.get("Content-Type") ?? "";
	const encoding = encodings.find((known) => known.type.test(type));
	if (!encoding) throw new ShopError("unsupported_media_type");
	const body = await readBytes(request, encoding.most, encoding.error);
	const { url, method, headers } = request;
	const read = () => new Request(url, { method, headers, body });
	await read()
		.formData()
		.catch(() => {
			throw new ShopError("malformed_form");
		});
	return read();
}
