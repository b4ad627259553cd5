/** Public pages that look the same to everyone who is not signed in. */
const publicPages = new Set(["/", "/blogs", "/potfolio"]);

/** Cookies that make a page personal: a session, or a message for just this visitor. */
const personalCookie = /(?:^|;\s*)(?:__Host-)?(?:session|flash)=/;

/** @returns whether this request may be answered from what is cached for everyone */
export const isForEveryone = (request: Request): boolean =>
	publicPages.has(new URL(request.url).pathname) &&
	!request.headers.has("Authorization") &&
	!personalCookie.test(request.headers.get("Cookie") ?? "");

/** @returns the request without anything that tells one visitor from another */
export function withoutVisitor(request: Request): Request {
	const headers = new Headers();
	for (const name of ["Accept", "If-None-Match"]) {
		const value = request.headers.get(name);
		if (value) headers.set(name, value);
	}
	return new Request(request.url, { method: request.method, headers });
}
