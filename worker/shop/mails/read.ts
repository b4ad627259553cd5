import { and, eq, isNull } from "drizzle-orm";
import { unpaidMailKinds } from "#contract/order-mails.ts";
import { can } from "#contract/roles.ts";
import { orderMails } from "#worker/db/schema.ts";
import type { Shop } from "../context.ts";
import type { Order } from "../orders/read.ts";

/** The emails about an order that are queued or could not be delivered, for staff. The timeline has those that were sent. */
export async function getUnsentMails(
	{ db, account }: Shop,
	{ id, state }: Pick<Order, "id" | "state">,
) {
	if (!account || !can(account, "orders:read")) return [];
	const { kind, sentAt, failure, nextTryAt, tries, createdAt } = orderMails;
	const rows = await db
		.select({ kind, failure, nextTryAt, tries, createdAt })
		.from(orderMails)
		.where(and(eq(orderMails.orderId, id), isNull(sentAt)));
	const dropped = state === "unpaid" ? [] : unpaidMailKinds;
	return rows
		.sort((a, b) => a.createdAt.getTime() - b.createdAt.getTime())
		.filter((mail) => mail.nextTryAt === null || !dropped.includes(mail.kind))
		.map((mail) => ({ ...mail, failure: mail.failure ?? (mail.nextTryAt ? null : "given_up") }));
}
