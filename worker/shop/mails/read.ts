import { eq } from "drizzle-orm";
import { unpaidMailKinds } from "#contract/order-mails.ts";
import { can } from "#contract/roles.ts";
import { orderMails } from "#worker/db/schema.ts";
import type { Shop } from "../context.ts";
import type { Order } from "../orders/read.ts";

/** Only admins see the emails about an order. `sentAt` and `failure` are null while an email is queued. */
export async function getMailsOf(
	{ db, account }: Shop,
	{ id, state }: Pick<Order, "id" | "state">,
) {
	if (!account || !can(account, "orders:read")) return [];
	const { kind, sentAt, failure, nextTryAt, tries, createdAt } = orderMails;
	const rows = await db
		.select({ kind, sentAt, failure, nextTryAt, tries, createdAt })
		.from(orderMails)
		.where(eq(orderMails.orderId, id));
	const dropped = state === "unpaid" ? [] : unpaidMailKinds;
	return rows
		.sort((a, b) => a.createdAt.getTime() - b.createdAt.getTime())
		.filter((mail) => mail.nextTryAt === null || !dropped.includes(mail.kind))
		.map((mail) => ({
			...mail,
			failure: mail.failure ?? (mail.sentAt || mail.nextTryAt ? null : "given_up"),
		}));
}
