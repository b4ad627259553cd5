import { and, eq, gt, type SQL, sql } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import { ShopError } from "#contract/errors.ts";
import { paymentLinksPerDay } from "#contract/limits.ts";
import { payPath } from "#contract/shop.ts";
import { requireCapability } from "#worker/auth/authorize.ts";
import { enforceRateLimit } from "#worker/auth/limits.ts";
import { createToken, hashToken } from "#worker/auth/tokens.ts";
import type { Database } from "#worker/db/client.ts";
import { paymentLinks } from "#worker/db/schema.ts";
import { auditEntry, findEntry } from "../audit.ts";
import type { Shop } from "../context.ts";
import { putInOutboxAgain } from "../mails/outbox.ts";
import { sendAfterResponse } from "../mails/send.ts";
import { write } from "../write.ts";
import { insertLink } from "./payment-link-rows.ts";
import { type Order, requireOrder } from "./read.ts";
import { canMove, requireMove } from "./transition.ts";

const dayMs = 24 * 60 * 60 * 1000;

/** Whether the order can be paid by a link: not once its reservation has ended, even if the sweep has not canceled it yet. */
export const isPayableByLink = (
	{ state, reservedUntil }: Pick<Order, "state" | "reservedUntil">,
	now = new Date(),
): boolean => state === "unpaid" && (reservedUntil === null || reservedUntil > now);

/** @throws ShopError 404 if it is canceled, 409 if it is paid or its reservation has ended */
export function requirePayableByLink(order: Order): void {
	requireMove(order, "pay");
	if (!isPayableByLink(order)) throw new ShopError("reservation_ended");
}

const isBelowLimit = (db: Database, orderId: string) => {
	const today = and(
		eq(paymentLinks.orderId, orderId),
		gt(paymentLinks.createdAt, new Date(Date.now() - dayMs)),
	);
	return sql`${db.$count(paymentLinks, today)} < ${paymentLinksPerDay}`;
};

/**
 * Writes the audit entry and the statement, if the order is unpaid and has fewer links than the limit.
 * @throws ShopError 401, 403, 404, 409 if it is paid or its reservation has ended, 429
 */
async function createLink(
	shop: Shop,
	orderId: string,
	detail: "copied" | "emailed",
	statementFor: (where: SQL | undefined, accountId: string) => BatchItem<"sqlite">,
): Promise<void> {
	const account = requireCapability(shop, "orders:place-for-customer");
	await enforceRateLimit(shop.env, "createPaymentLink", account.id);
	requirePayableByLink(await requireOrder(shop, orderId, "orders:place-for-customer"));
	const where = and(canMove("pay", orderId), isBelowLimit(shop.db, orderId));
	const audit = auditEntry(account, {
		action: "order-payment-link",
		where,
		detail: sql`${detail}`,
	});
	const written = await write(shop, {
		audit,
		statements: [statementFor(where, account.id)],
		findWritten: findEntry(shop.db, audit),
	});
	if (written) return;
	requirePayableByLink(await requireOrder(shop, orderId, "orders:place-for-customer"));
	throw new ShopError("too_many_payment_links", { max: paymentLinksPerDay });
}

/** @returns the URL, which the shop cannot show again: it stores only the hash of the token @throws ShopError as `createLink` */
export async function copyPaymentLink(shop: Shop, orderId: string): Promise<string> {
	const token = createToken();
	const tokenHash = await hashToken(token);
	await createLink(shop, orderId, "copied", (where, createdBy) =>
		insertLink(shop.db, { tokenHash, createdBy }, where),
	);
	return new URL(payPath(token), shop.origin).href;
}

/** Emails a new link to the customer. Earlier ones stay valid. @throws ShopError as `createLink` */
export async function emailPaymentLink(shop: Shop, orderId: string): Promise<void> {
	await createLink(shop, orderId, "emailed", (where) =>
		putInOutboxAgain(shop.db, "payment_link", where),
	);
	sendAfterResponse(shop, "payment_link", orderId);
}
