import type { PlainErrorCode } from "./errors.ts";
import { textPages } from "./public-pages.ts";
import { safeReturnPath } from "./return-path.ts";
import { type Capability, can, capabilities, type Role, roles, rolesWith } from "./roles.ts";

/** `self`: the account that the path names by email. `owner`: the customer of the order that it names. */
const owners = { self: "That account", owner: "Its owner" } as const;

type Owner = keyof typeof owners;

/** Who may open a page. `signedIn`: every account, whatever its role. */
export type PageAccess = "anyone" | "signedIn" | Capability;

/** Who may make a call. `stripe`: requests with Stripe's signature. */
export type Access = PageAccess | "stripe" | Owner | `${Owner} or ${Capability}`;

const isOwner = (name: string): name is Owner => name in owners;
const isCapability = (name: string): name is Capability =>
	capabilities.some((capability) => capability === name);

/** @returns whether no account is needed; otherwise whose it must be, or else which capability it needs */
export function partsOf(access: Access) {
	const parts = access.split(" or ");
	return {
		isOpen: access === "anyone" || access === "stripe",
		owner: parts.find(isOwner),
		capability: parts.find(isCapability),
	};
}

/** @returns the error for an account without a capability; specification.md §8 has a message for either role */
export const errorWithout = (capability: Capability): PlainErrorCode =>
	can({ role: "shopper" }, capability) ? "shopper_only" : "admin_only";

export function describeAccess(access: Access): string {
	if (access === "anyone") return "Anyone";
	if (access === "stripe") return "Stripe, by its signature";
	if (access === "signedIn") return "Anyone signed in";
	const { owner, capability } = partsOf(access);
	const [first, ...others] = [
		...(owner ? [owners[owner]] : []),
		...(capability ? rolesWith(capability).map((role) => roles[role].one) : []),
	];
	return [first, ...others.map((other) => `or ${other.toLowerCase()}`)].join(", ");
}

/**
 * Who may open each page, by the pattern of its route; specification.md §2 "Routes". Nobody may open a page that is not listed.
 * Who may make a call is part of its description (contract/calls).
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

/** As React Router finds a page: whatever the case, with a slash at the end or without. */
const segmentsOf = (path: string) =>
	path
		.toLowerCase()
		.replace(/(?<=.)\/$/, "")
		.split("/");

const patterns = Array.from(pageAccess.keys(), (pattern) => ({
	pattern,
	segments: segmentsOf(pattern),
}));

/** @returns the pattern of the page at a path, "/dashbord/orders/:orderid"; "/*" where there is none */
export function pagePattern(path: string): string {
	const given = segmentsOf(path);
	const page = patterns.find(
		({ segments }) =>
			segments.length === given.length &&
			segments.every((segment, index) => segment.startsWith(":") || segment === given[index]),
	);
	return page?.pattern ?? "/*";
}

/**
 * Where to go after signing in. A page that this role may not open would sign the visitor out again.
 * @param from the page that the visitor was on the way to
 * @returns its path with query; "/" where it is no page of this shop, or not for this role
 */
export function landingPath(role: Role, from: string | null): string {
	const path = safeReturnPath(from);
	const [pathname = ""] = path.split("?");
	const pattern = pagePattern(pathname);
	return pattern !== "/*" && canOpen(role, pattern) ? path : "/";
}
