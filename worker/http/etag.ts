import { createMiddleware } from "hono/factory";
import type { AppEnv } from "./request-context.ts";

/** Compares weakly (RFC 9110 §13.1.2). */
export function matchesIfNoneMatch(etag: string | null, ifNoneMatch: string | null): boolean {
	if (!etag || !ifNoneMatch) return false;
	const opaqueTag = etag.replace(/^W\//, "");
	return (
		ifNoneMatch.trim() === "*" || (ifNoneMatch.match(/"[^"]*"/g)?.includes(opaqueTag) ?? false)
	);
}

/** Adds a weak ETag of the body (RFC 9110 §8.8.3), unless the response has an ETag or is not a 200. */
export async function withETag(response: Response): Promise<Response> {
	if (response.status !== 200 || response.headers.has("ETag")) return response;
	const body = await response.arrayBuffer();
	const digest = Buffer.from(await crypto.subtle.digest("SHA-256", body));
	const tagged = new Response(body, response);
	tagged.headers.set("ETag", `W/"${digest.toString("base64", 0, 12)}"`);
	return tagged;
}

/** Returns a 304 if the client has the same version, and a response to HEAD without its body (RFC 9110 §9.3.2, §13.1.2). */
export async function toConditionalResponse(
	request: Request,
	response: Response,
): Promise<Response> {
	const { headers, status } = response;
	const ifNoneMatch = request.headers.get("If-None-Match");
	const matches = matchesIfNoneMatch(headers.get("ETag"), ifNoneMatch);
	if (!matches && request.method !== "HEAD") return new Response(response.body, response);
	await response.body?.cancel();
	return new Response(null, { status: matches ? 304 : status, headers });
}

/** React Router fetches these paths to refresh a page of the dashboard. */
const isDashboardData = (path: string) => /^\/dashbord(?:\/.*)?\.data$/.test(path);

/** Lets the browser revalidate the data of pages that check for changes every few seconds. */
export const addETagToDashboardData = createMiddleware<AppEnv>(async (context, next) => {
	await next();
	const { req, res } = context;
	if (req.method !== "GET" || !isDashboardData(req.path) || res.status !== 200) return;
	res.headers.set("Cache-Control", "private, no-cache");
	context.res = await toConditionalResponse(req.raw, await withETag(res));
});
