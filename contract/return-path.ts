import { parseUrl } from "./parse-url.ts";

/** A placeholder origin: a path that resolves to another origin leaves the shop. */
const shopOrigin = "http://shop.invalid";

/**
 * Returns the page to open after login, from `?from=` (specification.md §4). Only paths of this shop are allowed (OWASP Unvalidated
 * Redirects), except the login itself.
 * @returns the path with its query; "/" if it is not allowed
 */
export function safeReturnPath(from: string | null): string {
	const url = from?.startsWith("/") ? parseUrl(from, shopOrigin) : null;
	if (!url) return "/";
	const { origin, pathname, search } = url;
	const isAllowed =
		origin === shopOrigin && !pathname.startsWith("//") && !/^\/(login|signup)\b/.test(pathname);
	return isAllowed ? pathname + search : "/";
}

/** @param from path and query of the page to return to */
export const loginPath = (from: string): string => `/login?${new URLSearchParams({ from })}`;

export const resetPath = (token: string): string =>
	`/reset-password?${new URLSearchParams({ token })}`;

export const verifyPath = (token: string): string =>
	`/verify-email?${new URLSearchParams({ token })}`;
