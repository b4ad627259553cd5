import { and, countDistinct, eq, gt, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import { dayMs } from "#contract/days.ts";
import { emailedUnpaidCheckoutsPerDay } from "#contract/limits.ts";
import type { Database } from "#worker/db/client.ts";
import { insertSelect } from "#worker/db/insert-select.ts";
import { orderEmails, orders } from "#worker/db/schema.ts";

/** Delays the order confirmation, so that a customer who pays right after ordering gets only the receipt. */
const confirmationDelayMs = 10 * 60 * 1000;

type Reservation = { from: Date; until: Date };

/** Queues a reminder, which is sent halfway through the reservation if the orders are still unpaid. */
export function queueReminders(db: Database, { from, until }: Reservation, where: SQL | undefined) {
	const nextTryAt = new Date((from.getTime() + until.getTime()) / 2);
	const row = { orderId: orders.id, kind: "reminder" as const, nextTryAt };
	return insertSelect(db, orderEmails, row, orders, where).onConflictDoNothing();
}

/**
 * Creates the statements that queue the emails about an unpaid order. Anyone can trigger these emails without paying. So they are queued
 * for a limited number of checkouts a day, and send-order-emails.ts skips those to unverified addresses
 * (docs/decisions/email-verification.md). The statements must run after the orders are inserted.
 */
export function queueUnpaidOrderEmails(
	db: Database,
	{ newOrderCondition, userId }: { newOrderCondition: SQL | undefined; userId: string },
	reservation: Reservation,
) {
	const { from, until } = reservation;
	const recentOrders = alias(orders, "recent_orders");
	// The orders of a checkout have the same creation time, and share one email.
	const recentCheckoutCount = db
		.select({ checkoutCount: countDistinct(recentOrders.createdAt) })
		.from(recentOrders)
		.where(
			and(
				eq(recentOrders.userId, userId),
				gt(recentOrders.createdAt, new Date(from.getTime() - dayMs)),
			),
		);
	const where = and(
		newOrderCondition,
		sql`(${recentCheckoutCount}) <= ${emailedUnpaidCheckoutsPerDay}`,
	);
	const nextTryAt = new Date(Math.min(from.getTime() + confirmationDelayMs, until.getTime()));
	const confirmation = { orderId: orders.id, kind: "placed" as const, nextTryAt };
	return [
		insertSelect(db, orderEmails, confirmation, orders, where).onConflictDoNothing(),
		queueReminders(db, reservation, where),
	];
}
