import { sql } from "drizzle-orm";
import { integer } from "drizzle-orm/sqlite-core";

/** When a row was written, in ms; set by the database by default. */
export const createdAt = () =>
	integer("created_at", { mode: "timestamp_ms" })
		.notNull()
		.default(sql`(cast(unixepoch('subsec') * 1000 as integer))`);

/** In ms, null until it has come. */
export const timestamp = (name: string) => integer(name, { mode: "timestamp_ms" });
