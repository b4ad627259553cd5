import { allCalls } from "./calls/index.ts";

/** Who may, as the reference says it (specification.md §6, architecture.md "Calls"). */
export const admitted = {
	anyone: "Anyone",
	signedIn: "Anyone signed in",
	self: "That account",
	selfOrAdmin: "That account, or an admin",
	shopper: "A shopper",
	admin: "An admin",
	owner: "Its owner",
	ownerOrAdmin: "Its owner, or an admin",
	stripe: "Stripe, by its signature",
} as const;

export type Who = keyof typeof admitted;

/** Pages by the pattern of their route; specification.md §2 "Routes". */
const pages: [string, Who][] = [
	["/", "anyone"],
	["/blogs", "anyone"],
	["/potfolio", "anyone"],
	["/login", "anyone"],
	["/signup", "anyone"],
	["/reset-password", "anyone"],
	["/*", "anyone"],
	["/purchase/:id", "shopper"],
	["/dashbord", "signedIn"],
	["/dashbord/myprofile", "signedIn"],
	["/dashbord/payment/:orderid", "signedIn"],
	["/dashbord/myorders", "shopper"],
	["/dashbord/addreview", "shopper"],
	["/dashbord/manageAllorders", "admin"],
	["/dashbord/addproducts", "admin"],
	["/dashbord/updateproducts/:productId", "admin"],
	["/dashbord/makeAdmin", "admin"],
	["/dashbord/manageProducts", "admin"],
	["/dashbord/manageReview", "admin"],
];

const calls = allCalls.map(({ method, path, who }): [string, Who] => [`${method} ${path}`, who]);

/**
 * The one table of permissions: "/dashbord/myorders" for a page, "DELETE /orders/{id}" for a call. What is not in it
 * nobody may.
 */
export const permissions: ReadonlyMap<string, Who> = new Map([...pages, ...calls]);
