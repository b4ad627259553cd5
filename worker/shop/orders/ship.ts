import { and, eq, exists, isNotNull, not, sql } from "drizzle-orm";
import { formatTracking, normalizeTracking, type Tracking } from "#contract/carriers.ts";
import { ShopError } from "#contract/errors.ts";
import { hasReached } from "#contract/order-states.ts";
import { paymentHolds } from "#contract/payment-holds.ts";
import { requireCapability } from "#worker/auth/authorize.ts";
import { orders, payments } from "#worker/db/schema.ts";
import { createAuditEntry, findEntry, formatPiecesSql } from "../audit.ts";
import type { ShopContext } from "../context.ts";
import { queueOrderEmailAgain } from "../emails/queue-emails.ts";
import { sendOrderEmailAfterResponse } from "../emails/send-order-emails.ts";
import { isOnHold } from "../payments/order-amounts.ts";
import { writeAudited } from "../write.ts";
import { hasOpenCancellationRequest, matchesOpenCancellationRequest } from "./cancellation.ts";
import {
	hasDifferentTracking,
	isTrackingNumberTaken,
	requireTrackingNumberAvailable,
} from "./parcels.ts";
import { piecesLeft } from "./pieces-left.ts";
import { type Order, requireOrder } from "./read.ts";
import { requireReadyTo, transitionOrder } from "./transition.ts";

const noTracking: Tracking = { carrier: null, trackingNumber: null };

/**
 * Marks a paid order as shipped and emails its customer. Idempotent.
 * @param isReviewed - whether staff have seen the order's page. Otherwise, an order with an open cancellation request is not shipped.
 * @returns how many orders changed: 1 or 0
 * @throws ShopError 401, 403 or 404; 409 if the order is unpaid, its payment is on hold, or another customer's parcel has the tracking number;
 * 503 if the reason that prevented the shipment no longer applies
 */
export async function shipOrder(
	shop: ShopContext,
	id: string,
	shipment = noTracking,
	isReviewed = true,
): Promise<number> {
	requireCapability(shop, "orders:ship");
	const tracking = normalizeTracking(shipment);
	const order = await requireOrder(shop, id);
	if (!hasReached(order.state, "shipped")) requireReadyTo(order, "ship");
	const shipped = await transitionOrder(shop, "ship", id, {
		at: new Date(),
		where: and(
			not(isOnHold),
			isReviewed ? undefined : not(sql`(${matchesOpenCancellationRequest()})`),
			not(isTrackingNumberTaken(shop.db, tracking)),
		),
		set: tracking,
		detail: sql`${formatPiecesSql(piecesLeft)} || ${tracking.trackingNumber ? `, ${formatTracking(tracking)}` : ""}`,
	});
	if (shipped) return 1;
	const current = await requireOrder(shop, id);
	if (hasReached(current.state, "shipped")) return 0;
	if (!isReviewed && hasOpenCancellationRequest(current))
		throw new ShopError("cancellation_requested");
	const payment = await shop.db
		.select({ hold: payments.hold })
		.from(payments)
		.where(eq(payments.id, current.transactionId ?? ""))
		.get();
	if (payment?.hold) throw new ShopError(paymentHolds[payment.hold].error);
	await requireTrackingNumberAvailable(shop.db, id, tracking);
	// The reason that prevented the shipment no longer applies.
	throw new ShopError("unavailable");
}

/**
 * Adds, corrects or removes the tracking number of a shipped order. Emails a new number to the customer. Idempotent.
 * @throws ShopError 401, 403 or 404; 409 if the order has not shipped, or another customer's parcel has the number
 */
export async function setTracking(
	shop: ShopContext,
	id: string,
	shipment: Tracking,
): Promise<void> {
	const account = requireCapability(shop, "orders:ship");
	const { db } = shop;
	const tracking = normalizeTracking(shipment);
	const order = await requireOrder(shop, id);
	if (!order.shippedAt) throw new ShopError("order_not_shipped");
	const where = and(
		eq(orders.id, id),
		isNotNull(orders.shippedAt),
		hasDifferentTracking(tracking),
		not(isTrackingNumberTaken(db, tracking)),
	);
	const detail = `${formatTracking(order) || "none"} → ${formatTracking(tracking) || "none"}`;
	const audit = createAuditEntry(account, {
		action: "order-tracked",
		where,
		detail: sql`${detail}`,
	});
	const isChanged = and(eq(orders.id, id), exists(findEntry(db, audit)));
	const needsEmail = tracking.trackingNumber !== null;
	const isSaved = await writeAudited(shop, {
		audit,
		statements: [
			db.update(orders).set(tracking).where(where),
			...(needsEmail ? [queueOrderEmailAgain(db, "tracking", isChanged)] : []),
		],
	});
	if (isSaved && needsEmail) sendOrderEmailAfterResponse(shop, "tracking", id);
	if (!isSaved) await requireTrackingNumberAvailable(db, id, tracking);
}

/**
 * Ships a paid order, or sets the tracking number of an order that has already shipped. Idempotent.
 * @param shipment - null if the request has no tracking number. An order that has already shipped then keeps its number.
 * @throws ShopError as `shipOrder` does
 */
export async function saveShipment(
	shop: ShopContext,
	id: string,
	shipment: Tracking | null,
): Promise<Order> {
	const shippedCount = await shipOrder(shop, id, shipment ?? noTracking);
	if (shippedCount === 0 && shipment) await setTracking(shop, id, shipment);
	return requireOrder(shop, id);
}
