/** What each role may do, besides what every account may do with its own data (specification.md §6). `duties` summarizes it. */
export const roles = {
	admin: {
		singular: "An admin",
		plural: "Admins",
		duties: "everything",
		can: [
			"account:second-factor",
			"audit:read",
			"messages:answer",
			"newsletter:export",
			"newsletter:remove",
			"orders:cancel",
			"orders:export",
			"orders:note",
			"orders:place-for-customer",
			"orders:read",
			"orders:ship",
			"overview:read",
			"payments:read",
			"products:write",
			"quotes:answer",
			"refunds:create",
			"reviews:moderate",
			"status:read",
			"users:manage",
		],
	},
	fulfillment: {
		singular: "Fulfillment staff",
		plural: "Fulfillment staff",
		duties: "ship orders",
		can: ["account:second-factor", "orders:note", "orders:read", "orders:ship"],
	},
	catalogue: {
		singular: "Catalog staff",
		plural: "Catalog staff",
		duties: "edit products",
		can: ["account:second-factor", "products:write"],
	},
	support: {
		singular: "Support staff",
		plural: "Support staff",
		duties: "orders, messages and reviews",
		can: [
			"account:second-factor",
			"messages:answer",
			"orders:cancel",
			"orders:note",
			"orders:place-for-customer",
			"orders:read",
			"quotes:answer",
			"reviews:moderate",
		],
	},
	shopper: {
		singular: "A shopper",
		plural: "Shoppers",
		duties: "buy and review",
		can: ["account:delete", "lists:save", "orders:place", "reviews:write"],
	},
} as const;

export type Role = keyof typeof roles;
export type Capability = (typeof roles)[Role]["can"][number];

export const roleNames = Object.keys(roles) as Role[];

export const roleLabels = Object.fromEntries(
	roleNames.map((role) => [role, roles[role].plural]),
) as Record<Role, string>;

/** Only accounts with this role can be taken over by the owner of their email (docs/decisions/account-pre-hijacking.md). */
export const defaultRole = "shopper" satisfies Role;

export type Account = {
	id: string;
	email: string;
	name: string;
	role: Role;
	/** The shop requires a second factor for staff, and this account has none (docs/decisions/second-factor.md). */
	mustAddSecondFactor?: true;
};

/** Pages get the capabilities with the account, so that their script does not include the role table. */
export const getCapabilities = (role: Role): readonly Capability[] => roles[role].can;

export const listRolesWith = (capability: Capability): Role[] =>
	roleNames.filter((role) => getCapabilities(role).includes(capability));

export const can = (
	{ role, mustAddSecondFactor }: Pick<Account, "role" | "mustAddSecondFactor">,
	capability: Capability,
): boolean =>
	listRolesWith(capability).includes(role) &&
	(!mustAddSecondFactor || capability === "account:second-factor");

export const capabilities: Capability[] = [...new Set(roleNames.flatMap(getCapabilities))];
