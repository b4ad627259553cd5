import { getPath } from "hono/utils/url";
import { getUploadTag } from "#worker/shop/cache-tags.ts";
import { requireDocument } from "#worker/shop/images/document.ts";
import { requireImage } from "#worker/shop/images/store.ts";
import { createApp } from "./app.ts";
import { respondToError } from "./errors.ts";
import { requestIdHeader } from "./security.ts";

const daySeconds = 24 * 60 * 60;

const documentPattern = /^(\/documents\/[0-9a-f]{64}\/)([a-z0-9-]{1,80}\.pdf)$/;
const cachedName = "document.pdf";

/** Replaces the file name in the URL, so that a document is cached only once, whatever its name. */
export const normalizeDocumentPath = (path: string): string =>
	path.replace(documentPattern, `$1${cachedName}`);

/** Sets the file name of a document to the one in its URL. */
export function nameDocument(response: Response, path: string): Response {
	const [, , name] = documentPattern.exec(path) ?? [];
	if (name && response.ok)
		response.headers.set("Content-Disposition", `inline; filename="${name}"`);
	return response;
}

/** Scripts, forms and frames cannot run in a picture. */
const picturePolicy = "default-src 'none'; sandbox";

/**
 * Chrome shows a PDF in an `embed` with a style attribute, so `object-src` and `style-src` allow these. It shows no PDF in a sandbox.
 * Scripts of a PDF run in the browser's viewer, without access to the shop (docs/decisions/product-documents.md).
 */
const documentPolicy =
	"default-src 'none'; object-src 'self'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

type StoredFile = Awaited<ReturnType<typeof requireImage>>;

const createFileResponse = ({ key, body, type, size, etag }: StoredFile, policy: string) =>
	new Response(body, {
		headers: {
			"Content-Type": type,
			"Content-Disposition": `inline; filename="${key}"`,
			"Content-Length": String(size),
			ETag: etag,
			"Cache-Control": `public, max-age=${365 * daySeconds}, immutable`,
			// Shorter than in the browser, because the purge of a deleted file may fail.
			"Cloudflare-CDN-Cache-Control": `public, max-age=${daySeconds}`,
			"Cache-Tag": getUploadTag(key),
			"Content-Security-Policy": policy,
			"X-Content-Type-Options": "nosniff",
		},
	});

/** Serves uploaded files, which are cached at the edge, without a database query. */
export const uploadRoutes = createApp()
	.use(async (context, next) => {
		context.set("requestId", context.req.header(requestIdHeader) ?? "");
		await next();
	})
	.get("/images/:key", async ({ env, req }) =>
		createFileResponse(await requireImage(env, req.param("key")), picturePolicy),
	)
	.get("/documents/:hash/:name", async ({ env, req }) => {
		const hash = documentPattern.test(req.path) ? req.param("hash") : "";
		return createFileResponse(await requireDocument(env, hash), documentPolicy);
	});
/** Without `Cache-Control` Cloudflare would cache a 404 for three minutes ("Workers Cache", configuration). */
uploadRoutes.onError((error, context) => {
	const response = respondToError(error, context);
	response.headers.set("Cache-Control", "private, no-store");
	return response;
});

/** Reads the path without normalizing it, as Hono's router does, so that `/images/..\x` is an upload for both. */
export const isUpload = (request: Request): boolean =>
	/^\/(?:images\/[^/]+|documents\/[^/]+\/[^/]+)$/.test(getPath(request));
