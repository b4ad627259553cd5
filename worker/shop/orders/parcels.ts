import { and, eq, exists, gt, ne, or, type SQLWrapper, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import type { Tracking } from "#contract/carriers.ts";
import { ShopError } from "#contract/errors.ts";
import { orderNumber } from "#contract/shop.ts";
import type { Database } from "#worker/db/client.ts";
import { orders } from "#worker/db/schema.ts";
import { noCase } from "../list-queries.ts";

// Orders may share a tracking number only if they have the same customer or the same address (docs/decisions/shipments.md).

/** Carriers reuse tracking numbers; USPS does after 180 days at the earliest. */
const numberReuseMs = 180 * 86_400_000;

const other = alias(orders, "other");

const otherColumns = {
	id: other.id,
	carrier: other.carrier,
	trackingNumber: other.trackingNumber,
	email: other.email,
	location: other.location,
};

type TrackingValues = { [Column in keyof Tracking]: Tracking[Column] | SQLWrapper };

/** Matches rows of `other` that were shipped with the number recently. An unknown carrier matches any. */
const hasNumber = ({ carrier, trackingNumber }: TrackingValues) =>
	and(
		sql`${noCase(other.trackingNumber)} = ${trackingNumber}`,
		gt(other.shippedAt, new Date(Date.now() - numberReuseMs)),
		sql`coalesce(${other.carrier}, ${carrier}, '') = coalesce(${carrier}, ${other.carrier}, '')`,
	);

const isOtherCustomerAndAddress = and(
	ne(other.email, orders.email),
	ne(other.location, orders.location),
);

/** Matches orders that cannot have this tracking number, because an order of another customer at another address has it. */
export const isTrackingNumberTaken = (db: Pick<Database, "select">, tracking: TrackingValues) =>
	exists(
		db
			.select({ id: other.id })
			.from(other)
			.where(and(hasNumber(tracking), isOtherCustomerAndAddress)),
	);

export const hasDifferentTracking = ({ carrier, trackingNumber }: Tracking) =>
	or(
		sql`${orders.carrier} is not ${carrier}`,
		sql`${orders.trackingNumber} is not ${trackingNumber}`,
	);

/** @throws ShopError 409 if an order of another customer at another address has the tracking number */
export async function requireUnusedTrackingNumber(db: Database, id: string, tracking: Tracking) {
	if (tracking.trackingNumber === null) return;
	const taken = await db
		.select({ id: other.id })
		.from(orders)
		.innerJoin(other, and(hasNumber(tracking), isOtherCustomerAndAddress))
		.where(and(eq(orders.id, id), hasDifferentTracking(tracking)))
		.limit(1)
		.get();
	if (taken) throw new ShopError("tracking_number_used", { order: orderNumber(taken.id) });
}

/** Selects the orders that were shipped recently with one of the numbers. */
export const selectParcels = (db: Database, numbers: string[]) =>
	db
		.select(otherColumns)
		.from(sql`json_each(${JSON.stringify(numbers)})`)
		.innerJoin(other, hasNumber({ carrier: other.carrier, trackingNumber: sql`json_each.value` }));

export type Parcel = Awaited<ReturnType<typeof selectParcels>>[number];

/** The same rule as `isOtherCustomerAndAddress`, for rows that have been read. */
export const areDifferentParcels = (a: Parcel, b: Parcel): boolean =>
	a.email !== b.email && a.location !== b.location;

/** Whether both have the same number from the same carrier. An unknown carrier matches any. */
export const haveSameNumber = (a: Tracking, b: Tracking): boolean =>
	a.trackingNumber !== null &&
	a.trackingNumber.toLowerCase() === b.trackingNumber?.toLowerCase() &&
	(a.carrier ?? b.carrier) === (b.carrier ?? a.carrier);
