import { createMiddleware } from "hono/factory";
import type { AppEnv } from "./request-context.ts";

/** @returns a weak entity tag that names this very content (RFC 9110 §8.8.3) */
export async function computeETag(content: Uint8Array<ArrayBuffer>): Promise<string> {
	const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", content));
	return `W/"${btoa(String.fromCharCode(...digest.subarray(0, 12)))}"`;
}

/** @returns whether the client has what `etag` names (RFC 9110 §13.1.2; the comparison is the weak one) */
export function matchesIfNoneMatch(etag: string | null, ifNoneMatch: string | null): boolean {
	if (!etag || !ifNoneMatch) return false;
	const opaque = etag.replace(/^W\//, "");
	return ifNoneMatch.trim() === "*" || (ifNoneMatch.match(/"[^"]*"/g)?.includes(opaque) ?? false);
}

/** @returns the response with an ETag of its body; unchanged where it has one, or is not 200 */
export async function withETag(response: Response): Promise<Response> {
	if (response.status !== 200 || response.headers.has("ETag")) return response;
	const body = new Uint8Array(await response.arrayBuffer());
	const tagged = new Response(body, response);
	tagged.headers.set("ETag", await computeETag(body));
	return tagged;
}

/** @returns the response, without its body for HEAD, or 304 where the client has it (RFC 9110 §9.3.2, §13.1.2) */
export async function conditionalResponse(
	{ method, headers: asked }: Request,
	response: Response,
): Promise<Response> {
	const { headers, status } = response;
	const matches = matchesIfNoneMatch(headers.get("ETag"), asked.get("If-None-Match"));
	if (!matches && method !== "HEAD") return new Response(response.body, response);
	await response.body?.cancel();
	return new Response(null, { status: matches ? 304 : status, headers });
}

/** What React Router fetches to refresh home or a page of the dashboard. */
const isLiveData = (path: string) => /^\/(?:_|dashbord(?:\/.*)?)\.data$/.test(path);

/**
 * These pages check every few seconds whether their data changed: with an ETag the response is a 304 without body where it
 * did not. Stored by that browser alone, and never shown without revalidation.
 */
export const etagLiveData = createMiddleware<AppEnv>(async (context, next) => {
	await next();
	if (context.req.method !== "GET" || !isLiveData(context.req.path)) return;
	if (context.res.status !== 200) return;
	context.header("Cache-Control", "private, no-cache");
	context.res = await conditionalResponse(context.req.raw, await withETag(context.res));
});
