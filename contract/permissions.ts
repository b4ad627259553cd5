import type { PlainErrorCode } from "./errors.ts";
import { textPages } from "./public-pages.ts";
import { safeReturnPath } from "./return-path.ts";
import { type Capability, can, capabilities, type Role, roles, rolesWith } from "./roles.ts";

/** `self`: the account whose email is in the path. `owner`: the customer of the order whose id is in the path. */
const owners = { self: "That account", owner: "Its owner" } as const;

type Owner = keyof typeof owners;

/** Who may open a page. `signedIn`: any account, whatever its role. */
export type PageAccess = "anyone" | "signedIn" | Capability;

/** Who may make a call. `stripe`: requests with Stripe's signature. */
export type Access = PageAccess | "stripe" | Owner | `${Owner} or ${Capability}`;

const isOwner = (name: string): name is Owner => name in owners;
const isCapability = (name: string): name is Capability =>
	capabilities.some((capability) => capability === name);

/** @returns whether no account is needed, and otherwise the owner or capability that is needed */
export function parseAccess(access: Access) {
	const parts = access.split(" or ");
	return {
		isOpen: access === "anyone" || access === "stripe",
		owner: parts.find(isOwner),
		capability: parts.find(isCapability),
	};
}

/** @returns the error for an account without a capability; specification.md §8 has a message for each role */
export const permissionError = (capability: Capability): PlainErrorCode =>
	can({ role: "shopper" }, capability) ? "shopper_only" : "admin_only";

export function describeAccess(access: Access): string {
	if (access === "anyone") return "Anyone";
	if (access === "stripe") return "Stripe, by its signature";
	if (access === "signedIn") return "Anyone signed in";
	const { owner, capability } = parseAccess(access);
	const [first, ...others] = [
		...(owner ? [owners[owner]] : []),
		...(capability ? rolesWith(capability).map((role) => roles[role].singular) : []),
	];
	return [first, ...others.map((other) => `or ${other.toLowerCase()}`)].join(", ");
}

/**
 * Who may open each page, by the pattern of its route; specification.md §2 "Routes". A page that is not listed is open to nobody.
 * For calls, see `access` in contract/calls.
 */
export const pageAccess: ReadonlyMap<string, PageAccess> = new Map<string, PageAccess>([
	["/", "anyone"],
	["/tools", "anyone"],
	["/tools/:id", "anyone"],
	["/sitemap.xml", "anyone"],
	["/robots.txt", "anyone"],
	...textPages.map((path) => [path, "anyone"] as const),
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
]);

export function canOpen(role: Role, pattern: string): boolean {
	const access = pageAccess.get(pattern);
	if (access === "anyone" || access === "signedIn") return true;
	return access !== undefined && can({ role }, access);
}

/** Matches as React Router does: case-insensitively, with or without a trailing slash. */
const segmentsOf = (path: string) =>
	path
		.toLowerCase()
		.replace(/(?<=.)\/$/, "")
		.split("/");

const patterns = Array.from(pageAccess.keys(), (pattern) => ({
	pattern,
	segments: segmentsOf(pattern),
}));

/** @returns the pattern of the page at a path, such as "/dashbord/orders/:orderid"; "/*" if there is none */
export function pagePattern(path: string): string {
	const requested = segmentsOf(path);
	const page = patterns.find(
		({ segments }) =>
			segments.length === requested.length &&
			segments.every((segment, index) => segment.startsWith(":") || segment === requested[index]),
	);
	return page?.pattern ?? "/*";
}

/**
 * Returns the page to open after signing in. A page that the role may not open would sign the visitor out again.
 * @param from the path of the page that the visitor requested before
 * @returns that path with its query; "/" if the shop has no such page or the role may not open it
 */
export function landingPath(role: Role, from: string | null): string {
	const path = safeReturnPath(from);
	const [pathname = ""] = path.split("?");
	const pattern = pagePattern(pathname);
	return pattern !== "/*" && canOpen(role, pattern) ? path : "/";
}
