import { type SQL, sql } from "drizzle-orm";
import type { AuditAction } from "#contract/audit.ts";
import type { Account } from "#contract/roles.ts";
import { products, reviews } from "#worker/db/schema.ts";
import { auditLine } from "../audit.ts";
import type { Shop } from "../context.ts";

const aboutShop = "Review of the shop";
const tool = sql`(select tool.name from ${products} as tool where tool.id = ${reviews.productId})`;

/** Only a number: other ratings are words of their author. */
const rating = sql`case when ${reviews.ratings} glob '[0-9]' or ${reviews.ratings} glob '[0-9].[0-9]'
	then 'Rating ' || ${reviews.ratings} else '' end`;

/**
 * The line of the audit log about a review: its id, its tool and its rating. Name and text of its author are left out:
 * they would stay there after the account has gone.
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
		subject: sql`coalesce(${tool}, ${aboutShop})`,
		detail: rating,
	});
