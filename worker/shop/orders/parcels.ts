import { and, eq, exists, gt, ne, or, type SQLWrapper, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import type { Tracking } from "#contract/carriers.ts";
import { ShopError } from "#contract/errors.ts";
import { orderNumber } from "#contract/shop.ts";
import type { Database } from "#worker/db/client.ts";
import { orders } from "#worker/db/schema.ts";
import { noCase } from "../list-queries.ts";

// Orders may share a tracking number only if they have the same customer or the same address (docs/decisions/shipments.md).

/** Carriers reuse tracking numbers. USPS does so after 180 days at the earliest. */
const numberReuseMs = 180 * 86_400_000;

const otherOrders = alias(orders, "other_orders");

const trackedOrderColumns = {
	id: otherOrders.id,
	carrier: otherOrders.carrier,
	trackingNumber: otherOrders.trackingNumber,
	email: otherOrders.email,
	location: otherOrders.location,
};

type TrackingValues = { [Column in keyof Tracking]: Tracking[Column] | SQLWrapper };

/** Matches rows of `otherOrders` that were recently shipped with this number. An unknown carrier matches any carrier. */
const hasTrackingNumber = ({ carrier, trackingNumber }: TrackingValues) =>
	and(
		sql`${noCase(otherOrders.trackingNumber)} = ${trackingNumber}`,
		gt(otherOrders.shippedAt, new Date(Date.now() - numberReuseMs)),
		sql`coalesce(${otherOrders.carrier}, ${carrier}, '') = coalesce(${carrier}, ${otherOrders.carrier}, '')`,
	);

const isInDifferentParcel = and(
	ne(otherOrders.email, orders.email),
	ne(otherOrders.location, orders.location),
);

/** Matches orders that cannot have this tracking number, because an order with a different customer and address has it. */
export const isTrackingNumberTaken = (db: Pick<Database, "select">, tracking: TrackingValues) =>
	exists(
		db
			.select({ id: otherOrders.id })
			.from(otherOrders)
			.where(and(hasTrackingNumber(tracking), isInDifferentParcel)),
	);

export const hasDifferentTracking = ({ carrier, trackingNumber }: Tracking) =>
	or(
		sql`${orders.carrier} is not ${carrier}`,
		sql`${orders.trackingNumber} is not ${trackingNumber}`,
	);

/** @throws ShopError 409 if an order with a different customer and address has the tracking number, unless this order has it already */
export async function requireTrackingNumberAvailable(db: Database, id: string, tracking: Tracking) {
	if (tracking.trackingNumber === null) return;
	const numberOwner = await db
		.select({ id: otherOrders.id })
		.from(orders)
		.innerJoin(otherOrders, and(hasTrackingNumber(tracking), isInDifferentParcel))
		.where(and(eq(orders.id, id), hasDifferentTracking(tracking)))
		.limit(1)
		.get();
	if (numberOwner)
		throw new ShopError("tracking_number_used", { order: orderNumber(numberOwner.id) });
}

/** Selects orders that were recently shipped with any of the tracking numbers, by any carrier. */
export const selectTrackedOrders = (db: Database, numbers: string[]) =>
	db
		.select(trackedOrderColumns)
		.from(sql`json_each(${JSON.stringify(numbers)})`)
		.innerJoin(
			otherOrders,
			hasTrackingNumber({ carrier: null, trackingNumber: sql`json_each.value` }),
		);

export type TrackedOrder = Awaited<ReturnType<typeof selectTrackedOrders>>[number];

/** The rule of `isInDifferentParcel`, for rows that have already been read. */
export const areInDifferentParcels = (a: TrackedOrder, b: TrackedOrder): boolean =>
	a.email !== b.email && a.location !== b.location;

/** Whether both have the same number from the same carrier. An unknown carrier matches any carrier. */
export const haveSameNumber = (a: Tracking, b: Tracking): boolean =>
	a.trackingNumber !== null &&
	a.trackingNumber.toLowerCase() === b.trackingNumber?.toLowerCase() &&
	(a.carrier ?? b.carrier) === (b.carrier ?? a.carrier);
