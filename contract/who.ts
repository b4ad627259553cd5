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
