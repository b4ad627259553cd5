import { asc, eq } from "drizzle-orm";
import { can } from "#contract/roles.ts";
import { orderMails } from "#worker/db/schema.ts";
import type { Shop } from "../context.ts";

/** Only admins see the emails about an order. `sentAt` and `failure` are null while an email is queued. */
export async function getMailsOf({ db, account }: Shop, orderId: string) {
	if (!account || !can(account, "orders:read")) return [];
	const { kind, sentAt, failure, nextTryAt, tries } = orderMails;
	const rows = await db
		.select({ kind, sentAt, failure, nextTryAt, tries })
		.from(orderMails)
		.where(eq(orderMails.orderId, orderId))
		.orderBy(asc(orderMails.createdAt));
	return rows.map(({ failure, nextTryAt, ...mail }) => ({
		...mail,
		nextTryAt,
		failure: failure ?? (mail.sentAt === null && nextTryAt === null ? "given_up" : null),
	}));
}
