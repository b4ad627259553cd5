import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** What each run of the cron found to do, mended, and could not; those of the last two days. */
export const sweepRuns = sqliteTable("sweep_runs", {
	startedAt: integer("started_at", { mode: "timestamp_ms" }).primaryKey(),
	ms: integer("ms").notNull(),
	found: integer("found").notNull(),
	mended: integer("mended").notNull(),
	failed: integer("failed").notNull(),
	/** The parts that did not do all, such as "payments, mails"; null when there were none. */
	trouble: text("trouble"),
});

/**
 * What this database knows of itself. `shop_id` is random and made by the migration: it tells the payments of this shop from
 * those of others on the same Stripe account (docs/decisions/own-payments.md).
 */
export const settings = sqliteTable("settings", {
	name: text("name").primaryKey(),
	value: text("value").notNull(),
});

/** Tags of pages that the edge has to forget and has not yet; the next purge or the sweep takes them along (worker/shop/purges.ts). */
export const pendingPurges = sqliteTable("pending_purges", {
	tag: text("tag").primaryKey(),
	/** Another one at each refusal. */
	id: text("id").notNull(),
	/** Of the first time. */
	refusedAt: integer("refused_at", { mode: "timestamp_ms" }).notNull(),
});
