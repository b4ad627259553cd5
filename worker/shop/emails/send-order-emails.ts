import { and, asc, eq, exists, gt, inArray, lte, min, not, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import { type OrderEmailKind, unpaidEmailKinds } from "#contract/order-emails.ts";
import { parseTexts } from "#worker/db/json.ts";
import { orderEmails, orders, users } from "#worker/db/schema.ts";
import type { ShopContext } from "../context.ts";
import { logFailure } from "../errors.ts";
import { createLinksToSend } from "../orders/payment-link-rows.ts";
import { shippedPieces } from "../orders/pieces-left.ts";
import { type Order, orderColumns } from "../orders/read.ts";
import { withCurrentReservation } from "../orders/reservation.ts";
import { isUnpaid } from "../orders/unpaid.ts";
import { hasCharge, isPaymentInProgress } from "../payments/payment-rows.ts";
import { orderEmailTexts } from "./order-email-texts.ts";
import {
	createEmailSweep,
	createOutcomeWriter,
	emailsPerSweep,
	isDue,
	type QueuedEmail,
	sendQueuedEmail,
} from "./send-queued-email.ts";
import { shouldSend, writeOrderEmail } from "./write-order-email.ts";

/** How long the email about an expired order waits for the sweep to cancel the customer's other expired orders. */
const maxWaitForOthersMs = 60 * 60 * 1000;

const isIn = (column: typeof orders.id | typeof orderEmails.orderId, ids: string[]) =>
	sql`${column} in (select value from json_each(${JSON.stringify(ids)}))`;

/** The orders that one email covers: orders of one customer that changed in the same way. */
type Group = { kind: OrderEmailKind; ids: string[] };

type PaymentLinkConditions = {
	order: Pick<Order, "userId">;
	isPlacedByStaff: boolean;
	canLogIn: boolean;
};

/**
 * Customers for whom staff placed an order may have no password, so they must be able to pay for it and view it without one. Customers who
 * have deleted their account still get emails about paid orders.
 */
const needsPaymentLink = (
	kind: OrderEmailKind,
	{ order, isPlacedByStaff, canLogIn }: PaymentLinkConditions,
): boolean =>
	kind === "payment_link" ||
	order.userId === null ||
	(isPlacedByStaff && (kind === "reminder" || !canLogIn));

const createQueuedOrderEmail = (shop: ShopContext, { kind, ids }: Group): QueuedEmail => ({
	outbox: orderEmails,
	key: orderEmails.orderId,
	where: and(isIn(orderEmails.orderId, ids), eq(orderEmails.kind, kind)),
	storeOutcome: createOutcomeWriter(shop, orderEmails),
	getLogFields: ([order = "", ...others]) =>
		others.length > 0 ? { order, others: others.length, kind } : { order, kind },
	async write(keys) {
		const rows = await shop.db
			.select({
				order: orderColumns,
				rowId: sql<number>`${orders}.rowid`.as("row_id"),
				isPlacedByStaff: sql`${orders.placedBy} is not null`.mapWith(Boolean),
				canBeEmailed:
					sql`${users.emailVerifiedAt} is not null or ${orders.placedBy} is not null`.mapWith(
						Boolean,
					),
				canLogIn: sql`${users.passwordHash} is not null or ${users.googleSub} is not null`.mapWith(
					Boolean,
				),
				shippedPieces: shippedPieces.as("shipped_pieces"),
				isPaymentInProgress: isPaymentInProgress(shop)
					.mapWith(Boolean)
					.as("is_payment_in_progress"),
				isCharged: hasCharge(shop).mapWith(Boolean).as("is_charged"),
			})
			.from(orders)
			.leftJoin(users, eq(users.id, orders.userId))
			.where(isIn(orders.id, keys));
		const now = new Date();
		const currentRows = rows
			.map(({ order, ...row }) => ({ ...row, order: withCurrentReservation(shop.env, order) }))
			.filter(({ order, ...conditions }) => shouldSend(kind, order, { ...conditions, now }));
		const rowsNeedingLinks = currentRows.filter((row) => needsPaymentLink(kind, row));
		const paymentLinkPaths = await createLinksToSend(
			shop,
			rowsNeedingLinks.map(({ order }) => order),
		);
		// The orders of a checkout are inserted in the order of its lines, in which the invoice lists them.
		const [first, ...rest] = currentRows
			.sort(
				(a, b) => a.order.createdAt.getTime() - b.order.createdAt.getTime() || a.rowId - b.rowId,
			)
			.map(({ order, shippedPieces }) => ({
				...order,
				paymentLinkPath: paymentLinkPaths.get(order.id) ?? null,
				shippedPieces: orderEmailTexts[kind].isAboutShipment && shippedPieces,
			}));
		if (!first) return null;
		const email = writeOrderEmail(kind, [first, ...rest], shop.origin);
		return { email, keys: [first, ...rest].map(({ id }) => id) };
	},
});

/**
 * Matches "expired" emails of customers who have more orders whose reservation has ended. They wait until the sweep has canceled those too,
 * so that one email covers all of them.
 */
const isWaitingForOthers = ({ db }: ShopContext, now: Date) => {
	const expired = alias(orders, "expired");
	const ordersToCancel = db
		.select({ id: expired.id })
		.from(expired)
		.where(
			and(eq(expired.email, orders.email), isUnpaid(expired), lte(expired.reservedUntil, now)),
		);
	return and(
		eq(orderEmails.kind, "expired"),
		gt(orderEmails.nextTryAt, new Date(now.getTime() - maxWaitForOthersMs)),
		exists(ordersToCancel),
	);
};

/** Groups the due emails by kind and recipient, longest waiting first. */
const findGroups = (shop: ShopContext, now: Date, where?: SQL): PromiseLike<Group[]> =>
	shop.db
		.select({
			kind: orderEmails.kind,
			ids: sql`json_group_array(${orderEmails.orderId})`.mapWith(parseTexts),
		})
		.from(orderEmails)
		.innerJoin(orders, eq(orders.id, orderEmails.orderId))
		.where(and(isDue(orderEmails, now), where))
		.groupBy(orderEmails.kind, orders.email)
		.orderBy(asc(min(orderEmails.nextTryAt)), asc(min(orderEmails.createdAt)))
		.limit(emailsPerSweep);

/** Sends one email about an order and about the customer's other orders that changed in the same way. If this fails, the sweep sends it. */
export function sendOrderEmailAfterResponse(
	shop: ShopContext,
	kind: OrderEmailKind,
	orderId: string,
): void {
	const customerEmail = shop.db
		.select({ email: orders.email })
		.from(orders)
		.where(eq(orders.id, orderId));
	const where = and(eq(orderEmails.kind, kind), eq(orders.email, sql`(${customerEmail})`));
	const sendGroup = async () => {
		const now = new Date();
		const [group] = await findGroups(shop, now, where);
		if (group) await sendQueuedEmail(shop, createQueuedOrderEmail(shop, group), now);
	};
	shop.waitUntil(() => sendGroup().catch(logFailure("order email")));
}

const findReadyGroups = (shop: ShopContext, now: Date) =>
	findGroups(
		shop,
		now,
		and(
			not(sql`(${isWaitingForOthers(shop, now)})`),
			not(sql`(${and(inArray(orderEmails.kind, unpaidEmailKinds), isPaymentInProgress(shop))})`),
		),
	);

export const sweepOrderEmails = createEmailSweep(findReadyGroups, createQueuedOrderEmail);
