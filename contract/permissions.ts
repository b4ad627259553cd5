import type { PlainErrorCode } from "./errors.ts";
import { textPages } from "./public-pages.ts";
import { type Capability, can, capabilities, listRolesWith, type Role, roles } from "./roles.ts";
import { getSafeReturnPath } from "./sign-in-paths.ts";

/** `self`: the account whose email is in the path. `owner`: the customer whose order's id is in the path. */
const ownerLabels = { self: "That account", owner: "Its owner" } as const;

type Owner = keyof typeof ownerLabels;

export type PageAccess = "anyone" | "signedIn" | Capability;

/** Who may make a call. `stripe`: requests with Stripe's signature. */
export type Access = PageAccess | "stripe" | Owner | `${Owner} or ${Capability}`;

const isOwner = (name: string): name is Owner => name in ownerLabels;
const isCapability = (name: string): name is Capability =>
	capabilities.some((capability) => capability === name);

/** `isOpen`: the call needs no account. */
export function parseAccess(access: Access) {
	const parts = access.split(" or ");
	return {
		isOpen: access === "anyone" || access === "stripe",
		owner: parts.find(isOwner),
		capability: parts.find(isCapability),
	};
}

/** Returns the error for an account without the capability (specification.md §8). */
export const getPermissionError = (capability: Capability): PlainErrorCode =>
	can({ role: "shopper" }, capability) ? "shopper_only" : "admin_only";

export function describeAccess(access: Access): string {
	if (access === "anyone") return "Anyone";
	if (access === "stripe") return "Stripe, by its signature";
	if (access === "signedIn") return "Anyone signed in";
	const { owner, capability } = parseAccess(access);
	const [first = "", ...rest] = [
		...(owner ? [ownerLabels[owner]] : []),
		...(capability ? listRolesWith(capability).map((role) => roles[role].singular) : []),
	];
	const accounts = [first, ...rest.map((label) => label.toLowerCase())];
	return new Intl.ListFormat("en-US", { type: "disjunction" }).format(accounts);
}

/** Who may open each page (specification.md §2 "Routes"). A page that is not listed is open to nobody. */
export const pageAccess: ReadonlyMap<string, PageAccess> = new Map<string, PageAccess>([
	["/", "anyone"],
	["/tools", "anyone"],
	["/tools/:id", "anyone"],
	["/sitemap.xml", "anyone"],
	["/robots.txt", "anyone"],
	...textPages.map((path) => [path, "anyone"] as const),
	["/basket", "anyone"],
	["/quick-order", "anyone"],
	["/checkout", "signedIn"],
	["/contact", "anyone"],
	["/newsletter", "anyone"],
	["/newsletter/confirm", "anyone"],
	["/newsletter/unsubscribe", "anyone"],
	["/login", "anyone"],
	["/login/code", "anyone"],
	["/signup", "anyone"],
	["/reset-password", "anyone"],
	["/verify-email", "signedIn"],
	["/link-google", "anyone"],
	["/pay/:token", "anyone"],
	["/list/:token", "anyone"],
	["/*", "anyone"],
	["/purchase/:id", "orders:place"],
	["/dashbord", "signedIn"],
	["/dashbord/myprofile", "signedIn"],
	["/dashbord/payment/:orderid", "signedIn"],
	["/dashbord/checkout/:checkoutid", "signedIn"],
	["/dashbord/mydata", "signedIn"],
	["/dashbord/twofactor", "signedIn"],
	["/dashbord/addresses", "orders:place"],
	["/dashbord/addresses/:addressid", "orders:place"],
	["/dashbord/passkeys", "signedIn"],
	["/dashbord/deleteaccount", "account:delete"],
	["/dashbord/orders/:orderid", "signedIn"],
	["/dashbord/invoice/:orderid", "signedIn"],
	["/dashbord/refund/:orderid", "refunds:create"],
	["/dashbord/myorders", "orders:place"],
	["/dashbord/requestquote", "orders:place"],
	["/dashbord/myquotes", "orders:place"],
	["/dashbord/myquotes/:quoteid", "orders:place"],
	["/dashbord/quotes", "quotes:answer"],
	["/dashbord/quotes/:quoteid", "quotes:answer"],
	["/dashbord/lists", "lists:save"],
	["/dashbord/lists/:listid", "lists:save"],
	["/dashbord/backinstock", "orders:place"],
	["/dashbord/addreview", "reviews:write"],
	["/dashbord/manageAllorders", "orders:read"],
	["/dashbord/new-order", "orders:place-for-customer"],
	["/dashbord/packing", "orders:ship"],
	["/dashbord/ship", "orders:ship"],
	["/dashbord/addproducts", "products:write"],
	["/dashbord/updateproducts/:productId", "products:write"],
	["/dashbord/makeAdmin", "users:manage"],
	["/dashbord/manageProducts", "products:write"],
	["/dashbord/stock", "products:write"],
	["/dashbord/stock.csv", "products:write"],
	["/dashbord/stock/:productId", "products:write"],
	["/dashbord/import", "products:write"],
	["/dashbord/import/:importid", "products:write"],
	["/dashbord/manageReview", "reviews:moderate"],
	["/dashbord/messages", "messages:answer"],
	["/dashbord/messages/:messageId", "messages:answer"],
	["/dashbord/subscribers", "newsletter:export"],
	["/dashbord/overview", "overview:read"],
	["/dashbord/money", "payments:read"],
	["/dashbord/money.csv", "payments:read"],
	["/dashbord/audit", "audit:read"],
	["/dashbord/status", "status:read"],
	["/dashbord/orders.csv", "orders:export"],
]);

export function canOpen(role: Role, pattern: string): boolean {
	const access = pageAccess.get(pattern);
	if (access === "anyone" || access === "signedIn") return true;
	return access !== undefined && can({ role }, access);
}

/** The expressions ignore case and a trailing slash, as React Router does. */
const compilePatterns = () =>
	[...pageAccess.keys()]
		.filter((pattern) => pattern !== "/*")
		.map((pattern) => {
			const source = pattern.replaceAll(".", "\\.").replaceAll(/:\w+/g, "[^/]+");
			return { pattern, expression: new RegExp(`^${source}/?$`, "i") };
		});

const compiledPatterns = compilePatterns();

/** "/dashbord/orders/1" → "/dashbord/orders/:orderid"; "/*" if there is no such page */
export const getPagePattern = (path: string): string =>
	compiledPatterns.find(({ expression }) => expression.test(path))?.pattern ?? "/*";

/**
 * Returns the page to open after signing in: the requested page `from`, or "/" if the shop has no such page or the role may not
 * open it. Opening a page without permission would sign the visitor out again.
 */
export function getLandingPath(role: Role, from: string | null): string {
	const path = getSafeReturnPath(from);
	const [pathname = ""] = path.split("?");
	const pattern = getPagePattern(pathname);
	return pattern !== "/*" && canOpen(role, pattern) ? path : "/";
}
