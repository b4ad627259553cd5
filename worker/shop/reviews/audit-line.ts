import { type SQL, sql } from "drizzle-orm";
import type { AuditAction } from "#contract/audit.ts";
import type { Account } from "#contract/roles.ts";
import { reviews } from "#worker/db/schema.ts";
import { auditLine } from "../audit.ts";
import type { Shop } from "../context.ts";

/** Characters of a review that tell which one it was. */
const shown = 120;

/**
 * The line of the audit log about a review: whose it was and how it begins.
 * @param where which review, while the deed can be done to it
 */
export const reviewLine = (
	shop: Shop,
	admin: Account,
	action: Extract<AuditAction, `review-${string}`>,
	where: SQL | undefined,
) =>
	auditLine(shop, admin, {
		action,
		table: reviews,
		where,
		subjectId: reviews.id,
		subject: reviews.name,
		detail: sql`substr(${reviews.review}, 1, ${shown})`,
	});
