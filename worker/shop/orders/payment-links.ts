import { and, eq, exists, gt, inArray, type SQL, sql } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import { dayMs } from "#contract/days.ts";
import { ShopError } from "#contract/errors.ts";
import { paymentLinksPerDay } from "#contract/limits.ts";
import { paymentLinkPath } from "#contract/shop.ts";
import { requireCapability } from "#worker/auth/authorize.ts";
import { enforceRateLimit } from "#worker/auth/rate-limits.ts";
import { createToken, hashToken } from "#worker/auth/tokens.ts";
import type { Database } from "#worker/db/client.ts";
import { orders, paymentLinks } from "#worker/db/schema.ts";
import { createAuditEntry, findEntry } from "../audit.ts";
import type { ShopContext } from "../context.ts";
import { queueOrderEmailAgain } from "../emails/queue-emails.ts";
import { sendOrderEmailAfterResponse } from "../emails/send-order-emails.ts";
import { writeAudited } from "../write.ts";
import { insertLinkForOrder } from "./payment-link-rows.ts";
import { getTotalCents, type Order, requireOrder } from "./read.ts";
import { isPayableByLink } from "./reservation.ts";
import { isReadyTo, requireReadyTo } from "./transition.ts";

/** Matches the orders that a link pays for: all orders of the checkout, or the one that was placed alone. */
const isOrderOfLink = ({ id, checkoutId }: Pick<Order, "id" | "checkoutId">) =>
	checkoutId === null ? eq(orders.id, id) : eq(orders.checkoutId, checkoutId);

/** Returns the number and the total of the orders that a link pays for: the unpaid orders of its checkout. */
export async function readPaymentLinkTotals(
	{ db }: ShopContext,
	order: Pick<Order, "id" | "checkoutId">,
) {
	const rows = await db
		.select({ toolPriceCents: orders.toolPriceCents, quantity: orders.quantity })
		.from(orders)
		.where(isReadyTo("pay", isOrderOfLink(order)));
	return {
		orderCount: rows.length,
		totalCents: rows.reduce((sum, row) => sum + getTotalCents(row), 0),
	};
}

/** @throws ShopError 404 if the order is canceled; 409 if it is paid or its reservation has ended */
export function requirePayableByLink(order: Order): void {
	requireReadyTo(order, "pay");
	if (!isPayableByLink(order)) throw new ShopError("reservation_ended");
}

const isBelowLimit = (db: Database, order: Order) => {
	const linkOrderIds = db.select({ id: orders.id }).from(orders).where(isOrderOfLink(order));
	const isFromLastDay = and(
		inArray(paymentLinks.orderId, linkOrderIds),
		gt(paymentLinks.createdAt, new Date(Date.now() - dayMs)),
	);
	return sql`${db.$count(paymentLinks, isFromLastDay)} < ${paymentLinksPerDay}`;
};

/** Returns the statement that creates the link if the condition `canCreate` is true. */
type CreateStatement = (order: Order, canCreate: SQL, accountId: string) => BatchItem<"sqlite">;

/**
 * Creates a link with an audit entry, if the order is unpaid and its checkout has not reached the limit of links.
 * @throws ShopError 401, 403 or 404; 409 if the order is paid or its reservation has ended; 429
 */
async function createLink(
	shop: ShopContext,
	orderId: string,
	detail: "copied" | "emailed",
	createStatement: CreateStatement,
): Promise<void> {
	const account = requireCapability(shop, "orders:place-for-customer");
	await enforceRateLimit(shop.env, "createPaymentLink", account.id);
	const order = await requireOrder(shop, orderId, "orders:place-for-customer");
	requirePayableByLink(order);
	const audit = createAuditEntry(account, {
		action: "order-payment-link",
		where: and(isReadyTo("pay", orderId), isBelowLimit(shop.db, order)),
		detail: sql`${detail}`,
	});
	const written = await writeAudited(shop, {
		audit,
		statements: [createStatement(order, exists(findEntry(shop.db, audit)), account.id)],
	});
	if (written) return;
	requirePayableByLink(await requireOrder(shop, orderId, "orders:place-for-customer"));
	throw new ShopError("too_many_payment_links", { max: paymentLinksPerDay });
}

/**
 * Creates a link for staff to copy.
 * @returns the URL. The shop cannot show it again, because it stores only the hash of the token.
 * @throws ShopError as `createLink` does
 */
export async function copyPaymentLink(shop: ShopContext, orderId: string): Promise<string> {
	const token = createToken();
	const tokenHash = await hashToken(token);
	await createLink(shop, orderId, "copied", (_, canCreate, createdBy) =>
		insertLinkForOrder(shop.db, { tokenHash, createdBy }, and(eq(orders.id, orderId), canCreate)),
	);
	return new URL(paymentLinkPath(token), shop.origin).href;
}

/**
 * Emails the customer a new link and the unpaid orders that it pays for. Earlier links stay valid.
 * @throws ShopError as `createLink` does
 */
export async function emailPaymentLink(shop: ShopContext, orderId: string): Promise<void> {
	await createLink(shop, orderId, "emailed", (order, canCreate) =>
		queueOrderEmailAgain(
			shop.db,
			"payment_link",
			and(isReadyTo("pay", isOrderOfLink(order)), canCreate),
		),
	);
	sendOrderEmailAfterResponse(shop, "payment_link", orderId);
}
