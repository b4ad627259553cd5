import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** Results of the sweep's runs in the last two days. */
export const sweepRuns = sqliteTable("sweep_runs", {
	startedAt: integer("started_at", { mode: "timestamp_ms" }).primaryKey(),
	ms: integer("ms").notNull(),
	found: integer("found").notNull(),
	fixed: integer("mended").notNull(), // plain-words: ok
	failed: integer("failed").notNull(),
	/** Such as "payments, emails"; null if no task failed. */
	failedTasks: text("trouble"),
});

/** `shop_id` distinguishes this shop's payments from other apps' on the same Stripe account (docs/decisions/shared-stripe-account.md). */
export const settings = sqliteTable("settings", {
	name: text("name").primaryKey(),
	value: text("value").notNull(),
});

/** Tags that the next purge or the sweep must purge from the edge cache (worker/shop/purges.ts). */
export const pendingPurges = sqliteTable("pending_purges", {
	tag: text("tag").primaryKey(),
	/** Changes each time a purge of the tag is rejected. */
	id: text("id").notNull(),
	rejectedAt: integer("refused_at", { mode: "timestamp_ms" }).notNull(),
});
