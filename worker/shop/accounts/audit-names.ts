import { and, inArray, type SQL } from "drizzle-orm";
import type { AuditAction } from "#contract/audit.ts";
import { formerCustomer } from "#contract/shop.ts";
import { auditLog, users } from "#worker/db/schema.ts";
import type { Shop } from "../context.ts";

/** What admins do whose entry in the audit log names an account. */
const userActions: AuditAction[] = ["admin-made", "user-deleted"];

/**
 * Takes the email of an account from the audit log, for the batch that ends it: after the entry about that, before the
 * account goes. Its id stays.
 * @param account which row of `users`, as long as it may be ended
 */
export const forgetInAudit = ({ db }: Pick<Shop, "db">, account: SQL | undefined) =>
	db
		.update(auditLog)
		.set({ subject: formerCustomer })
		.where(
			and(
				inArray(auditLog.action, userActions),
				inArray(auditLog.subjectId, db.select({ id: users.id }).from(users).where(account)),
			),
		);
