import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import type { AuditAction } from "#contract/audit.ts";
import type { Account } from "#contract/roles.ts";
import { createId } from "#worker/auth/tokens.ts";
import { auditLog } from "#worker/db/schema.ts";
import type { Shop } from "./context.ts";

/** What was done to which row. */
type Deed = {
	action: AuditAction;
	table: SQLiteTable;
	/** Which rows of the table the deed is done to: as long as none is, nothing is noted. */
	where: SQL | undefined;
	subjectId: SQLWrapper;
	/** The name of the row, as a reader knows it. */
	subject: SQLWrapper;
	/** What changes, in words; nothing where the action says it all. */
	detail?: SQL;
};

/** Who did it: an admin, or nobody with an account, such as whoever may write to the database by hand. */
export type Doer = Pick<Account, "email"> & { id: string | null };

/** D1 takes every number for one with a fraction, and would write "60.0". */
export const inWords = (number: SQLWrapper | number): SQL => sql`cast(${number} as integer)`;

const now = sql`cast(unixepoch('subsec') * 1000 as integer)`;

/**
 * The line of the audit log about a deed, for the deed's own batch: there is neither without the other. It is copied
 * from the row that the deed is about, so it stands before what takes that row away. Sent twice it is one line.
 * @param admin who does it
 */
export const auditLine = ({ db }: Pick<Shop, "db">, admin: Doer, deed: Deed) =>
	db
		.insert(auditLog)
		.select(
			db
				.select({
					id: sql<string>`${createId()}`.as("id"),
					userId: sql<string | null>`${admin.id}`.as("user_id"),
					actor: sql<string>`${admin.email}`.as("actor"),
					action: sql<string>`${deed.action}`.as("action"),
					subjectId: sql<string>`${deed.subjectId}`.as("subject_id"),
					subject: sql<string>`${deed.subject}`.as("subject"),
					detail: sql<string>`${deed.detail ?? sql`''`}`.as("detail"),
					createdAt: sql<Date>`${now}`.as("created_at"),
				})
				.from(deed.table)
				.where(deed.where),
		)
		.onConflictDoNothing();
