import { type SQL, sql } from "drizzle-orm";
import type { AuditAction } from "#contract/audit.ts";
import type { Account } from "#contract/roles.ts";
import { orders } from "#worker/db/schema.ts";
import { auditLine } from "../audit.ts";
import type { Shop } from "../context.ts";

/**
 * The line of the audit log about an order: what was ordered, without the customer, who may be forgotten.
 * @param where which order, while the deed can be done to it
 */
export const orderLine = (
	shop: Shop,
	admin: Account,
	action: Extract<AuditAction, `order-${string}`>,
	where: SQL | undefined,
) =>
	auditLine(shop, admin, {
		action,
		table: orders,
		where,
		subjectId: orders.id,
		subject: orders.toolName,
		detail: sql`${orders.quantity} || ' pieces'`,
	});
