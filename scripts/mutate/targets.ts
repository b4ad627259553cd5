/** What is mutated where the command names nothing: what guards money, goods, accounts and the door. */
export const areas: Record<string, string[]> = {
	payments: ["worker/shop/payments", "worker/services"],
	orders: ["worker/shop/orders", "worker/shop/reviews/add.ts", "worker/shop/reviews/tool.ts"],
	accounts: ["worker/auth", "worker/shop/accounts"],
	http: [
		"worker/http",
		"worker/api",
		"app/features/accounts/guards.ts",
		"app/lib/form-action.ts",
		"app/document/security-policy.ts",
	],
	schemas: ["contract/schemas"],
};

/** Files and folders of all areas. */
export const allTargets = Object.values(areas).flat();

/** @returns the name of the area that a module belongs to; "other" where it is in none */
export const areaOf = ({ key }: { key: string }): string =>
	Object.entries(areas).find(([, paths]) => paths.some((path) => key.startsWith(path)))?.[0] ??
	"other";
