import { and, count, desc, eq, sql } from "drizzle-orm";
import { retry } from "#worker/db/retry.ts";
import { orders, payments } from "#worker/db/schema.ts";
import type { Intent } from "#worker/services/intents.ts";
import type { Shop } from "../context.ts";
import { putInOutbox } from "../mails/outbox.ts";

/** @returns ids of the intents of an order that are neither paid, cancelled nor refunded, newest first */
export async function getOpenIntentIds({ db }: Shop, orderId: string): Promise<string[]> {
	const rows = await db
		.select({ id: payments.id })
		.from(payments)
		.where(and(eq(payments.orderId, orderId), eq(payments.status, "open")))
		.orderBy(desc(payments.createdAt))
		.all();
	return rows.map((row) => row.id);
}

/** @returns how many intents an order has had */
export async function countIntents({ db }: Shop, orderId: string): Promise<number> {
	const row = await db
		.select({ value: count() })
		.from(payments)
		.where(eq(payments.orderId, orderId))
		.get();
	return row?.value ?? 0;
}

/** Remembers an intent; once remembered it is left as it is. */
export const recordIntent = ({ db }: Shop, intent: Intent, orderId: string) =>
	retry(() =>
		db
			.insert(payments)
			.values({ id: intent.id, orderId, amountCents: intent.amountCents, updatedAt: new Date() })
			.onConflictDoNothing(),
	);

export const markCancelled = ({ db }: Shop, intentId: string) =>
	retry(() =>
		db
			.update(payments)
			.set({ status: "cancelled", problem: null, updatedAt: new Date() })
			.where(and(eq(payments.id, intentId), eq(payments.status, "open"))),
	);

/** Puts an open payment at the end of the sweep's queue. @param problem why it is still open; null when that is fine */
export const markLookedAt = ({ db }: Shop, intentId: string, problem: string | null) =>
	retry(() =>
		db
			.update(payments)
			.set({ problem, updatedAt: new Date() })
			.where(and(eq(payments.id, intentId), eq(payments.status, "open"))),
	);

/** @param refundId Stripe's `re_…` @param problem why it was given back */
export const markRefunded = ({ db }: Shop, intentId: string, refundId: string, problem: string) =>
	retry(() =>
		db
			.update(payments)
			.set({ status: "refunded", refundId, problem, updatedAt: new Date() })
			.where(eq(payments.id, intentId)),
	);

/**
 * Makes the order paid, if it is unpaid and costs what was charged, and the payment with it, and puts the receipt into
 * the outbox, in one transaction. A second time changes nothing.
 * @returns the receipt that was put there; none the second time
 */
export async function markPaid({ db }: Shop, intent: Intent, orderId: string) {
	const paidAt = new Date();
	const pay = () =>
		db.batch([
			db
				.update(orders)
				.set({ paidAt, transactionId: intent.id })
				.where(
					and(
						eq(orders.id, orderId),
						sql`${orders.paidAt} is null`,
						sql`${orders.toolPriceCents} * ${orders.quantity} = ${intent.amountCents}`,
					),
				),
			db
				.update(payments)
				.set({ status: "paid", problem: null, updatedAt: paidAt })
				.where(
					and(
						eq(payments.id, intent.id),
						eq(payments.status, "open"),
						sql`exists (select 1 from ${orders} where ${orders.transactionId} = ${intent.id})`,
					),
				),
			putInOutbox(
				db,
				"receipt",
				and(eq(orders.id, orderId), eq(orders.transactionId, intent.id), eq(orders.paidAt, paidAt)),
			),
		]);
	const [, , receipt] = await retry(pay);
	return receipt;
}
