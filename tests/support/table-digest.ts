import { createHash } from "node:crypto";
import type { TestShop } from "./shop.ts";

const tables = [
	"users",
	"sessions",
	"access_tokens",
	"reset_tokens",
	"email_verifications",
	"products",
	"orders",
	"payments",
	"stripe_events",
	"reviews",
	"images",
];

/** Returns a hash of all rows of these tables, to check that nothing changed. */
export async function digestTables({ env }: Pick<TestShop, "env">): Promise<string> {
	const results = await env.DB.batch(
		tables.map((table) => env.DB.prepare(`SELECT * FROM ${table} ORDER BY 1, 2`)),
	);
	const rows = results.map(({ results }) => results);
	return createHash("sha256").update(JSON.stringify(rows)).digest("hex");
}
