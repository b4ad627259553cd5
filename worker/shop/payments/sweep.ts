import { and, asc, eq, lt } from "drizzle-orm";
import { payments } from "#worker/db/schema.ts";
import type { Shop } from "../context.ts";
import { findOrder } from "../orders/read.ts";
import { releasePayments } from "./release.ts";
import { settlePayment } from "./settle.ts";

/** Milliseconds that the browser and the webhook have before the sweep looks. */
const patience = 2 * 60 * 1000;
/** Payments looked at in one run; the rest waits for the next, five minutes later. */
const batchSize = 100;

async function sweepOne(shop: Shop, intentId: string, orderId: string): Promise<void> {
	const settlement = await settlePayment(shop, intentId);
	if (settlement === "open" && !(await findOrder(shop, orderId))) {
		await releasePayments(shop, orderId);
	}
	await shop.db.update(payments).set({ updatedAt: new Date() }).where(eq(payments.id, intentId));
}

/**
 * Closes payments that neither the browser nor a webhook has closed: settles what was charged, cancels what
 * belongs to a deleted order.
 * @param before payments untouched since then (ms since 1970); two minutes ago unless told
 * @returns how many were looked at and how many failed
 */
export async function sweepPayments(shop: Shop, before = Date.now() - patience) {
	const open = await shop.db
		.select({ id: payments.id, orderId: payments.orderId })
		.from(payments)
		.where(and(eq(payments.status, "open"), lt(payments.updatedAt, new Date(before))))
		.orderBy(asc(payments.updatedAt))
		.limit(batchSize)
		.all();
	const results = await Promise.allSettled(
		open.map(({ id, orderId }) => sweepOne(shop, id, orderId)),
	);
	return {
		looked: open.length,
		failed: results.filter(({ status }) => status === "rejected").length,
	};
}
