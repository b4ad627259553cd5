import { allCalls } from "./calls/index.ts";
import { safeReturnPath } from "./return-path.ts";
import type { Role } from "./roles.ts";
import { textPages } from "./text-pages.ts";
import type { Who } from "./who.ts";

/** Pages by the pattern of their route; specification.md §2 "Routes". */
const pages: [string, Who][] = [
	["/", "anyone"],
	["/tools", "anyone"],
	["/tools/:id", "anyone"],
	["/sitemap.xml", "anyone"],
	["/robots.txt", "anyone"],
	...textPages.map((path): [string, Who] => [path, "anyone"]),
	["/login", "anyone"],
	["/signup", "anyone"],
	["/reset-password", "anyone"],
	["/verify-email", "signedIn"],
	["/link-google", "anyone"],
	["/*", "anyone"],
	["/purchase/:id", "shopper"],
	["/dashbord", "signedIn"],
	["/dashbord/myprofile", "signedIn"],
	["/dashbord/payment/:orderid", "signedIn"],
	["/dashbord/mydata", "signedIn"],
	["/dashbord/deleteaccount", "shopper"],
	["/dashbord/orders/:orderid", "signedIn"],
	["/dashbord/invoice/:orderid", "signedIn"],
	["/dashbord/myorders", "shopper"],
	["/dashbord/addreview", "shopper"],
	["/dashbord/manageAllorders", "admin"],
	["/dashbord/addproducts", "admin"],
	["/dashbord/updateproducts/:productId", "admin"],
	["/dashbord/makeAdmin", "admin"],
	["/dashbord/manageProducts", "admin"],
	["/dashbord/manageReview", "admin"],
	["/dashbord/overview", "admin"],
	["/dashbord/audit", "admin"],
	["/dashbord/status", "admin"],
	["/dashbord/orders.csv", "admin"],
];

const calls = allCalls.map(({ method, path, who }): [string, Who] => [`${method} ${path}`, who]);

/**
 * The one table of permissions: "/dashbord/myorders" for a page, "DELETE /orders/{id}" for a call. What is not in it
 * nobody may.
 */
export const permissions: ReadonlyMap<string, Who> = new Map([...pages, ...calls]);

const matches = (pattern: string, path: string) => {
	const [wanted, given] = [pattern.split("/"), path.split("/")];
	return (
		wanted.length === given.length &&
		wanted.every((part, index) => part.startsWith(":") || part === given[index])
	);
};

/** As React Router finds a page: whatever the case, with a slash at the end or without. */
const plain = (path: string) => path.toLowerCase().replace(/(?<=.)\/$/, "");

const plainPages = pages.map(([pattern]) => ({ pattern, wanted: plain(pattern) }));

/** @returns the pattern of the page at a path, "/dashbord/orders/:orderid"; "/*" where there is none */
export function pagePattern(path: string): string {
	const given = plain(path);
	return plainPages.find(({ wanted }) => matches(wanted, given))?.pattern ?? "/*";
}

/**
 * Where to go after signing in. A page that refuses this role would sign out again whoever came back to it.
 * @param from the page that the visitor was on the way to
 * @returns its path with query; "/" where it is no page of this shop, or not for this role
 */
export function landingPath(role: Role, from: string | null): string {
	const path = safeReturnPath(from);
	const [pathname = ""] = path.split("?");
	const who = pages.find(([pattern]) => matches(pattern, pathname))?.[1];
	return who === "anyone" || who === "signedIn" || who === role ? path : "/";
}
