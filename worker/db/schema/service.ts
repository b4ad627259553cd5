import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** What each run of the cron found to do, fixed, and failed at; those of the last two days. */
export const sweepRuns = sqliteTable("sweep_runs", {
	startedAt: integer("started_at", { mode: "timestamp_ms" }).primaryKey(),
	ms: integer("ms").notNull(),
	found: integer("found").notNull(),
	fixed: integer("mended").notNull(), // plain-words: ok
	failed: integer("failed").notNull(),
	/** The tasks that did not do all, such as "payments, mails"; null when there were none. */
	failedTasks: text("trouble"),
});

/**
 * What this database knows of itself. `shop_id` is random and made by the migration: it distinguishes the payments of this shop from
 * those of others on the same Stripe account (docs/decisions/own-payments.md).
 */
export const settings = sqliteTable("settings", {
	name: text("name").primaryKey(),
	value: text("value").notNull(),
});

/** Tags of pages that are yet to be purged from the edge, with the next purge or by the sweep (worker/shop/purges.ts). */
export const pendingPurges = sqliteTable("pending_purges", {
	tag: text("tag").primaryKey(),
	/** Another one at each refusal. */
	id: text("id").notNull(),
	/** Of the first time. */
	refusedAt: integer("refused_at", { mode: "timestamp_ms" }).notNull(),
});
