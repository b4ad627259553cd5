import { type SQL, sql } from "drizzle-orm";
import { orderTransitions } from "#contract/order-states.ts";
import type { Account } from "#contract/roles.ts";
import { orders } from "#worker/db/schema.ts";
import { auditLine } from "../audit.ts";
import type { Shop } from "../context.ts";

/**
 * The line of the audit log about an order: what was ordered, without the customer, who may be forgotten.
 * @param where which order, while the transition is possible
 */
export const orderLine = (
	shop: Shop,
	admin: Account,
	transition: "ship" | "cancel",
	where: SQL | undefined,
) =>
	auditLine(shop, admin, {
		action: orderTransitions[transition].audit,
		table: orders,
		where,
		subjectId: orders.id,
		subject: orders.toolName,
		detail: sql`${orders.quantity} || ' pieces'`,
	});
