import { and, asc, eq, lt } from "drizzle-orm";
import { ShopError } from "#contract/errors.ts";
import { payments } from "#worker/db/schema.ts";
import type { Shop } from "../context.ts";
import { findOrder } from "../orders/read.ts";
import { countSwept, type Swept } from "../swept.ts";
import { markLookedAt } from "./records.ts";
import { releasePayments } from "./release.ts";
import { settlePayment } from "./settle.ts";

/** Milliseconds that the browser and the webhook have before the sweep looks. */
const patience = 2 * 60 * 1000;
/** Payments looked at in one run; the rest waits for the next, five minutes later. */
const batchSize = 100;

/** @returns whether it is closed now */
async function settleOne(shop: Shop, intentId: string, orderId: string): Promise<boolean> {
	const settlement = await settlePayment(shop, intentId);
	if (settlement === "open" && !(await findOrder(shop, orderId))) {
		await releasePayments(shop, orderId);
	}
	const problem = settlement === "unknown" ? "Stripe does not know this payment" : null;
	await markLookedAt(shop, intentId, problem);
	return settlement !== "open" && settlement !== "unknown";
}

/** What fails goes to the end of the queue, so that it keeps no other from its turn, and shows to the admin. */
async function sweepOne(shop: Shop, intentId: string, orderId: string): Promise<boolean> {
	try {
		return await settleOne(shop, intentId, orderId);
	} catch (error) {
		const isDown = error instanceof ShopError && error.refusal === "unavailable";
		await markLookedAt(shop, intentId, isDown ? "Stripe did not answer" : "could not be settled");
		throw error;
	}
}

/**
 * Closes payments that neither the browser nor a webhook has closed: settles what was charged, cancels what
 * belongs to a deleted order. What it can not close shows to the admin.
 * @param before payments untouched since then (ms since 1970); two minutes ago unless told
 */
export async function sweepPayments(shop: Shop, before = Date.now() - patience): Promise<Swept> {
	const open = await shop.db
		.select({ id: payments.id, orderId: payments.orderId })
		.from(payments)
		.where(and(eq(payments.status, "open"), lt(payments.updatedAt, new Date(before))))
		.orderBy(asc(payments.updatedAt))
		.limit(batchSize)
		.all();
	return countSwept(open.map(({ id, orderId }) => sweepOne(shop, id, orderId)));
}
