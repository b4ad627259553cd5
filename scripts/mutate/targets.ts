/** What is mutated where the command names nothing: what guards money, goods, accounts and the door. */
export const areas: Record<string, string[]> = {
	payments: ["worker/shop/payments", "worker/services"],
	orders: ["worker/shop/orders", "worker/shop/reviews/add.ts", "worker/shop/reviews/tool.ts"],
	accounts: ["worker/auth", "worker/shop/accounts"],
	http: [
		"worker/front",
		"worker/api",
		"app/guards.ts",
		"app/same-account.ts",
		"app/security-policy.ts",
	],
	schemas: ["contract/schemas"],
};

/** Files and folders of all areas. */
export const allTargets = Object.values(areas).flat();
