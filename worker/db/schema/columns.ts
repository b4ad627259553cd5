import { sql } from "drizzle-orm";
import { integer, text } from "drizzle-orm/sqlite-core";
import type { EmailFailure } from "#contract/order-emails.ts";

export const createdAt = () =>
	integer("created_at", { mode: "timestamp_ms" })
		.notNull()
		.default(sql`(cast(unixepoch('subsec') * 1000 as integer))`);

export const timestamp = (name: string) => integer(name, { mode: "timestamp_ms" });

export const outboxColumns = () => ({
	createdAt: createdAt(),
	sentAt: timestamp("sent_at"),
	tries: integer("tries").notNull().default(0),
	/** Null once the email has been sent or has permanently failed. */
	nextTryAt: timestamp("next_try_at"),
	/** Null unless the email has permanently failed; also null if it was given up before this column existed. */
	failure: text("failure").$type<EmailFailure>(),
});
