import type { PageAccess } from "./access.ts";
import { textPages } from "./public-pages.ts";
import { safeReturnPath } from "./return-path.ts";
import { can, type Role } from "./roles.ts";

const pages: [string, PageAccess][] = [
	["/", "anyone"],
	["/tools", "anyone"],
	["/tools/:id", "anyone"],
	["/sitemap.xml", "anyone"],
	["/robots.txt", "anyone"],
	...textPages.map((path): [string, PageAccess] => [path, "anyone"]),
	["/login", "anyone"],
	["/signup", "anyone"],
	["/reset-password", "anyone"],
	["/verify-email", "signedIn"],
	["/link-google", "anyone"],
	["/*", "anyone"],
	["/purchase/:id", "orders:place"],
	["/dashbord", "signedIn"],
	["/dashbord/myprofile", "signedIn"],
	["/dashbord/payment/:orderid", "signedIn"],
	["/dashbord/mydata", "signedIn"],
	["/dashbord/deleteaccount", "account:delete"],
	["/dashbord/orders/:orderid", "signedIn"],
	["/dashbord/invoice/:orderid", "signedIn"],
	["/dashbord/myorders", "orders:place"],
	["/dashbord/addreview", "reviews:write"],
	["/dashbord/manageAllorders", "orders:read"],
	["/dashbord/addproducts", "products:write"],
	["/dashbord/updateproducts/:productId", "products:write"],
	["/dashbord/makeAdmin", "users:manage"],
	["/dashbord/manageProducts", "products:write"],
	["/dashbord/manageReview", "reviews:moderate"],
	["/dashbord/overview", "overview:read"],
	["/dashbord/audit", "audit:read"],
	["/dashbord/status", "status:read"],
	["/dashbord/orders.csv", "orders:export"],
];

/**
 * Who may open each page, by the pattern of its route; specification.md §2 "Routes". What is not in it nobody may open.
 * Who may make a call is said where the call is described (contract/calls).
 */
export const pageAccess: ReadonlyMap<string, PageAccess> = new Map(pages);

const isOpenTo = (role: Role, access: PageAccess | undefined): boolean =>
	access === "anyone" || access === "signedIn" || (access ? can({ role }, access) : false);

export const canOpen = (role: Role, pattern: string): boolean =>
	isOpenTo(role, pageAccess.get(pattern));

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
 * Where to go after signing in. A page that this role may not open would sign the visitor out again.
 * @param from the page that the visitor was on the way to
 * @returns its path with query; "/" where it is no page of this shop, or not for this role
 */
export function landingPath(role: Role, from: string | null): string {
	const path = safeReturnPath(from);
	const [pathname = ""] = path.split("?");
	const access = pages.find(([pattern]) => matches(pattern, pathname))?.[1];
	return isOpenTo(role, access) ? path : "/";
}
