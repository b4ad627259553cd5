import { and, eq } from "drizzle-orm";
import type { AuditAction } from "#contract/audit.ts";
import { requireCapability } from "#worker/auth/authorize.ts";
import { auditLog } from "#worker/db/schema.ts";
import type { Shop } from "./context.ts";
import { newestFirst, pageOf, type Shown } from "./listing.ts";

const columns = {
	id: auditLog.id,
	actor: auditLog.actor,
	action: auditLog.action,
	subjectId: auditLog.subjectId,
	subject: auditLog.subject,
	detail: auditLog.detail,
	createdAt: auditLog.createdAt,
};

/**
 * @param search email of whose deeds are shown; empty for everybody's
 * @param action what was done; null for everything
 * @returns a page of the audit log, newest first
 * @throws ShopError 401, 403
 */
export async function getAuditPage(
	shop: Shop,
	{ page, search, action }: Shown & { action: AuditAction | null },
) {
	requireCapability(shop, "audit:read");
	const byWhom = search ? eq(auditLog.actor, search.toLowerCase()) : undefined;
	const query = shop.db
		.select(columns)
		.from(auditLog)
		.where(and(byWhom, action ? eq(auditLog.action, action) : undefined))
		.orderBy(...newestFirst(auditLog));
	return pageOf(query, page);
}

export type AuditLine = Awaited<ReturnType<typeof getAuditPage>>["rows"][number];
