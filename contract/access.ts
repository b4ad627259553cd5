import type { PlainErrorCode } from "./errors.ts";
import { type Capability, can, capabilities, roles, rolesWith } from "./roles.ts";

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

/** What an account without a capability is answered; specification.md §8 has a message for either role. */
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
