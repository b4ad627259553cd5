import { parseUrl } from "./parse-url.ts";

/** A placeholder base. A `from` that resolves to another origin is not a path in the shop. */
const shopOrigin = "http://shop.invalid";

/**
 * Returns the page to open after login: the path in `?from=` (specification.md §4). Returns "/" if that path is missing, is on another
 * site (OWASP Unvalidated Redirects), or is the login or sign-up page.
 */
export function getSafeReturnPath(from: string | null): string {
	const url = from?.startsWith("/") ? parseUrl(from, shopOrigin) : null;
	if (!url) return "/";
	const { origin, pathname, search } = url;
	const isAllowed =
		origin === shopOrigin && !pathname.startsWith("//") && !/^\/(login|signup)\b/.test(pathname);
	return isAllowed ? pathname + search : "/";
}

export const twoFactorPath = "/dashbord/twofactor";

export const loginPath = (from: string): string => `/login?${new URLSearchParams({ from })}`;

export const loginCodePath = (from: string): string =>
	`/login/code?${new URLSearchParams({ from })}`;

export const resetPath = (token: string): string =>
	`/reset-password?${new URLSearchParams({ token })}`;

/** @param from - the page that requested the email, or null */
export const verifyPath = (token: string, from: string | null = null): string =>
	`/verify-email?${new URLSearchParams({ token, ...(from !== null && { from }) })}`;
