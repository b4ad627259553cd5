import { parseUrl } from "./parse-url.ts";

/** A path that resolves to another origin leaves the shop. */
const here = "http://here.invalid";

/**
 * The page to go to after login, from `?from=` (specification.md §4). OWASP Unvalidated Redirects: only a path of
 * this shop counts, never another host, and never the login itself.
 * @returns path with query; "/" for everything else
 */
export function safeReturnPath(from: string | null): string {
	const url = from?.startsWith("/") ? parseUrl(from, here) : null;
	if (!url) return "/";
	const { origin, pathname, search } = url;
	const ours =
		origin === here && !pathname.startsWith("//") && !/^\/(login|signup)\b/.test(pathname);
	return ours ? pathname + search : "/";
}

/** @param from path and query of the page to return to */
export const loginPath = (from: string): string => `/login?${new URLSearchParams({ from })}`;

export const resetPath = (token: string): string =>
	`/reset-password?${new URLSearchParams({ token })}`;

export const verifyPath = (token: string): string =>
	`/verify-email?${new URLSearchParams({ token })}`;
