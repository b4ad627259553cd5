/** Who asks, as every page and call sees it; specification.md §6. */
export type Role = "admin" | "shopper";

export type Account = {
	id: string;
	email: string;
	name: string;
	role: Role;
};
