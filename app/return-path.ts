/** Any host will do: a path that leads away from it is not a path of ours. */
const here = "http://here.invalid";

/**
 * The page to go to after login, from `?from=` (specification.md §4). OWASP Unvalidated Redirects: only a path of
 * this shop counts, never another host, and never the login itself.
 * @returns path with query; "/" for everything else
 */
export function safeReturnPath(from: string | null): string {
	if (!from?.startsWith("/") || !URL.canParse(from, here)) return "/";
	const { origin, pathname, search } = new URL(from, here);
	const ours =
		origin === here && !pathname.startsWith("//") && !/^\/(login|signup)\b/.test(pathname);
	return ours ? pathname + search : "/";
}

/** @returns the login page that leads back to `url` */
export const loginPathFrom = (url: URL): string =>
	`/login?${new URLSearchParams({ from: url.pathname + url.search })}`;
