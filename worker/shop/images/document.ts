import { fieldError, ShopError } from "#contract/errors.ts";
import { documentMaxBytes } from "#contract/limits.ts";
import { requiredMessages } from "#contract/messages.ts";
import type { Env } from "#worker/env.ts";
import { getUpload } from "#worker/services/uploads.ts";
import { readAscii } from "./bytes.ts";

const type = "application/pdf";

/**
 * PDF viewers accept the header anywhere in the first kilobyte. The shop accepts it only at the start, so that the file cannot also be valid in
 * another format. PDFs are not checked for scripts or passwords (docs/decisions/product-documents.md).
 * @throws ShopError 400 if the file is empty, 413 if it is larger than 10 MiB, 415 if it is not a PDF
 */
export async function readDocument(file: Blob) {
	if (file.size === 0) throw fieldError("document", requiredMessages.document);
	if (file.size > documentMaxBytes) throw new ShopError("document_too_large");
	const bytes = new Uint8Array(await file.arrayBuffer());
	if (!/^%PDF-\d\.\d/.test(readAscii(bytes, 0, 8)))
		throw new ShopError("unsupported_document_type");
	return { bytes, type, extension: "pdf" };
}

/**
 * @param hash - the hexadecimal hash of the document's content
 * @throws ShopError 404, 503
 */
export async function requireDocument(env: Env, hash: string) {
	const key = `${hash}.pdf`;
	const object = /^[0-9a-f]{64}$/.test(hash) ? await getUpload(env, key) : null;
	if (!object) throw new ShopError("not_found");
	return { key, body: object.body, type, size: object.size, etag: object.httpEtag };
}
