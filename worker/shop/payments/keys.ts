import { and, eq, notExists, sql } from "drizzle-orm";
import { createId } from "#worker/auth/tokens.ts";
import { retry } from "#worker/db/retry.ts";
import { orders, paymentKeys, payments } from "#worker/db/schema.ts";
import type { Intent } from "#worker/services/intents.ts";
import type { Shop } from "../context.ts";
import { firstCheckAt } from "./checks.ts";
import { requireShopId, selectShopId } from "./ours.ts";
import { statusIs } from "./records.ts";

/** An intent of this order that may still be charged: another one must not be made beside it. */
const isUnderWay = (orderId: string) =>
	and(eq(payments.orderId, orderId), statusIs("open"), eq(payments.receivedCents, 0));

/**
 * Reserves the idempotency key for the next intent of an order, before Stripe is asked: a request that dies after Stripe has
 * answered is followed by one with the same key, which gets the same intent.
 * @returns the key, and the shop's id for the intent's metadata; null when the order is gone or paid, or has an intent
 */
export async function reserveKey(shop: Shop, orderId: string) {
	const { db } = shop;
	const underWay = db.select({ id: payments.id }).from(payments).where(isUnderWay(orderId));
	const payable = db
		.select({
			orderId: sql<string>`${orders.id}`.as("order_id"),
			key: sql<string>`${createId()}`.as("key"),
			createdAt: sql<Date>`${Date.now()}`.as("created_at"),
		})
		.from(orders)
		.where(and(eq(orders.id, orderId), eq(orders.state, "unpaid")));
	const [ids, , [row]] = await retry(() =>
		db.batch([
			selectShopId(shop),
			db.insert(paymentKeys).select(payable).onConflictDoNothing(),
			db
				.select({ key: paymentKeys.key })
				.from(paymentKeys)
				.where(and(eq(paymentKeys.orderId, orderId), notExists(underWay))),
		]),
	);
	return row ? { key: row.key, shopId: requireShopId(ids) } : null;
}

const isKey = (orderId: string, key: string) =>
	and(eq(paymentKeys.orderId, orderId), eq(paymentKeys.key, key));

/** Makes the next try one of its own: the answer to this key was an error, which Stripe would only repeat. */
export const replaceKey = ({ db }: Shop, orderId: string, key: string) =>
	retry(() => db.update(paymentKeys).set({ key: createId() }).where(isKey(orderId, key)));

/**
 * Records an intent and gives up its key, in one transaction, if the key is still the order's: a try that was answered an error
 * meanwhile has replaced it, and another intent may be under way.
 * @returns whether it is recorded: nobody may get the secret of one that is not
 */
export async function recordCreated(
	{ db }: Shop,
	intent: Intent,
	orderId: string,
	key: string,
): Promise<boolean> {
	const now = Date.now();
	const created = db
		.select({
			id: sql<string>`${intent.id}`.as("id"),
			orderId: sql<string>`${paymentKeys.orderId}`.as("order_id"),
			amountCents: sql<number>`${intent.amountCents}`.as("amount_cents"),
			currency: sql<string>`${intent.currency}`.as("currency"),
			status: sql<"open">`'open'`.as("status"),
			receivedCents: sql<number>`0`.as("received_cents"),
			refundedCents: sql<number>`0`.as("refunded_cents"),
			hold: sql<null>`null`.as("hold"),
			refundId: sql<null>`null`.as("refund_id"),
			problem: sql<null>`null`.as("problem"),
			nextCheckAt: sql<Date>`${firstCheckAt(now).getTime()}`.as("next_check_at"),
			checks: sql<number>`0`.as("checks"),
			createdAt: sql<Date>`${now}`.as("created_at"),
			updatedAt: sql<Date>`${now}`.as("updated_at"),
		})
		.from(paymentKeys)
		.where(isKey(orderId, key));
	const [, , rows] = await retry(() =>
		db.batch([
			db.insert(payments).select(created).onConflictDoNothing(),
			db.delete(paymentKeys).where(isKey(orderId, key)),
			db.select({ id: payments.id }).from(payments).where(eq(payments.id, intent.id)),
		]),
	);
	return rows.length > 0;
}
