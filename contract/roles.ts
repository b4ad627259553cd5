/**
 * What each role may do beyond what every account may do with its own things; specification.md §6. A capability exists
 * because a role has it here. `requireCapability` (worker/auth/authorize.ts) checks it, `contract/permissions.ts` and
 * `contract/calls` name it for each page and call. `one` and `all` are what readers see.
 */
export const roles = {
	admin: {
		one: "An admin",
		all: "Admins",
		can: [
			"audit:read",
			"orders:cancel",
			"orders:export",
			"orders:read",
			"orders:ship",
			"overview:read",
			"payments:read",
			"products:write",
			"reviews:moderate",
			"status:read",
			"users:manage",
		],
	},
	shopper: {
		one: "A shopper",
		all: "Shoppers",
		can: ["account:delete", "orders:place", "reviews:write"],
	},
} as const;

export type Role = keyof typeof roles;
export type Capability = (typeof roles)[Role]["can"][number];

export const roleNames = Object.keys(roles) as Role[];

/** What filters call them. */
export const roleLabels = Object.fromEntries(
	roleNames.map((role) => [role, roles[role].all]),
) as Record<Role, string>;

/** The role of a new account. Only accounts of this role can be taken over by the owner of their email. */
export const defaultRole = "shopper" satisfies Role;

/** The account that makes a request, as every page and call sees it. */
export type Account = {
	id: string;
	email: string;
	name: string;
	role: Role;
};

/** What pages read of an account, so that the table stays out of their script. */
export const capabilitiesOf = (role: Role): readonly Capability[] => roles[role].can;

export const rolesWith = (capability: Capability): Role[] =>
	roleNames.filter((role) => capabilitiesOf(role).includes(capability));

export const can = ({ role }: Pick<Account, "role">, capability: Capability): boolean =>
	rolesWith(capability).includes(role);

export const capabilities: Capability[] = [...new Set(roleNames.flatMap(capabilitiesOf))];
