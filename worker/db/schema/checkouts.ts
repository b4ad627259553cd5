import { sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { users } from "./accounts.ts";
import { createdAt } from "./columns.ts";

/** Orders that were placed together, in one transaction (docs/decisions/checkouts.md). */
export const checkouts = sqliteTable(
	"checkouts",
	{
		id: text("id").primaryKey(),
		/** Null if the account was deleted. */
		userId: text("user_id").references(() => users.id, { onDelete: "set null" }),
		idempotencyKey: text("idempotency_key"),
		createdAt: createdAt(),
	},
	(table) => [uniqueIndex("checkouts_idempotency").on(table.userId, table.idempotencyKey)],
);
