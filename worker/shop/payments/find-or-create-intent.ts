import { and, eq, exists, inArray, notExists } from "drizzle-orm";
import { ShopError } from "#contract/errors.ts";
import { createId } from "#worker/auth/tokens.ts";
import { insertSelect } from "#worker/db/insert-select.ts";
import { retry, retryBatch } from "#worker/db/retry.ts";
import { orders, paymentKeys, paymentOrders, payments } from "#worker/db/schema.ts";
import { cancelIntent, createIntent, type Intent } from "#worker/services/intents.ts";
import { needsNewIdempotencyKey, stripeErrorToShopError } from "#worker/services/stripe.ts";
import type { ShopContext } from "../context.ts";
import { write } from "../write.ts";
import {
	coversExactly,
	hasUnpaidTotal,
	isPayable,
	orderTotalCents,
	type PayableOrders,
	selectChargeablePayments,
} from "./payable.ts";
import {
	getFirstCheckAt,
	getOpenIntentIds,
	markCanceled,
	markUnknownAsCanceled,
	requireShopId,
	restartChecks,
	selectShopId,
} from "./payment-rows.ts";
import { cancelOpenPayment, readPayment, settle } from "./settle.ts";

/**
 * Stores the idempotency key of the orders' next intent before the request to Stripe. If the Worker dies after Stripe's response, the next
 * attempt uses the same key and gets the same intent.
 * @returns the key and the shop's id; null if an order is not payable or has an intent that can still be charged
 */
async function reserveKey(shop: ShopContext, payable: PayableOrders) {
	const { db } = shop;
	const { orderId } = payable;
	const keyRow = { orderId, key: createId() };
	const isPayableFirstOrder = and(eq(orders.id, orderId), isPayable(payable));
	const [shopIds, , [row]] = await retryBatch(db, [
		selectShopId(shop),
		insertSelect(db, paymentKeys, keyRow, orders, isPayableFirstOrder).onConflictDoNothing(),
		db
			.select({ key: paymentKeys.key })
			.from(paymentKeys)
			.where(
				and(
					eq(paymentKeys.orderId, orderId),
					notExists(selectChargeablePayments(shop, isPayable(payable))),
				),
			),
	]);
	return row ? { key: row.key, shopId: requireShopId(shopIds) } : null;
}

const hasKey = (orderId: string, key: string) =>
	and(eq(paymentKeys.orderId, orderId), eq(paymentKeys.key, key));

/** Needed after an error or a cancellation, because Stripe repeats its response to the same key. */
const replaceStripeKey = ({ db }: ShopContext, orderId: string, key: string) =>
	retry(() => db.update(paymentKeys).set({ key: createId() }).where(hasKey(orderId, key)));

/**
 * Records an intent and its orders if the orders still have the key and are still payable. A concurrent attempt may have replaced the key
 * after an error, or recorded another intent for some of the orders.
 * @returns whether the intent was recorded; if not, its client secret must not leave the Worker
 */
async function recordIntent(
	shop: ShopContext,
	{ id, amountCents, currency }: Intent,
	payable: PayableOrders,
	key: string,
): Promise<boolean> {
	const { db } = shop;
	const { orderId } = payable;
	const share = { paymentId: id, orderId: orders.id, amountCents: orderTotalCents };
	const keys = db.select({ key: paymentKeys.key }).from(paymentKeys).where(hasKey(orderId, key));
	const canBeRecorded = and(
		isPayable(payable),
		hasUnpaidTotal(shop, payable),
		exists(keys),
		notExists(selectChargeablePayments(shop, isPayable(payable), id)),
	);
	const [nextCheckAt, updatedAt] = [getFirstCheckAt(), new Date()];
	const row = { id, orderId, amountCents, currency, nextCheckAt, updatedAt };
	const shares = db
		.select({ id: paymentOrders.orderId })
		.from(paymentOrders)
		.where(eq(paymentOrders.paymentId, id));
	const recordedRow = await write(shop, {
		statements: [
			insertSelect(db, paymentOrders, share, orders, canBeRecorded).onConflictDoNothing(),
			insertSelect(
				db,
				payments,
				row,
				paymentKeys,
				and(hasKey(orderId, key), exists(shares)),
			).onConflictDoNothing(),
			db.delete(paymentKeys).where(and(hasKey(orderId, key), exists(shares))),
		],
		confirmWrite: db.select({ id: payments.id }).from(payments).where(eq(payments.id, id)),
	});
	return recordedRow !== null;
}

/** @returns whether the intent was canceled; false if it has paid for orders */
async function tryCancel(shop: ShopContext, intent: Parameters<typeof cancelOpenPayment>[1]) {
	try {
		await cancelOpenPayment(shop, intent);
		return true;
	} catch (error) {
		if (error instanceof ShopError && error.code === "order_paid") return false;
		throw error;
	}
}

/**
 * Cancels open intents that are for only some of the orders, or also for other orders.
 * @returns the open intent for exactly these orders, or null; `paid` if an intent has paid for orders in the meantime
 */
async function findReusableIntent(shop: ShopContext, payable: PayableOrders) {
	const orderIds = shop.db.select({ id: orders.id }).from(orders).where(isPayable(payable));
	for (const id of await getOpenIntentIds(shop, inArray(paymentOrders.orderId, orderIds))) {
		const retrieved = await readPayment(shop, id);
		const settlement = await settle(shop, retrieved);
		if (settlement === "paid") return "paid";
		if (settlement === "open" && (await coversExactly(shop, id, payable))) {
			await restartChecks(shop, id);
			return retrieved.intent;
		}
		if (settlement === "open" && !(await tryCancel(shop, { id, ...retrieved }))) return "paid";
		if (settlement === "unknown") await markUnknownAsCanceled(shop, id);
		if (settlement === "foreign") await markCanceled(shop, id);
	}
	return null;
}

/** @returns the intent; null if it could not be recorded, in which case it was canceled */
async function createAndRecordIntent(
	shop: ShopContext,
	payable: PayableOrders,
	{ key, shopId }: { key: string; shopId: string },
): Promise<Intent | null> {
	const { orderId, checkoutId, amountCents } = payable;
	const isForCheckout = checkoutId !== null;
	const metadata = { order: orderId, shop: shopId, ...(isForCheckout && { checkout: checkoutId }) };
	try {
		// The key belongs to the first order, which may also be paid for alone or with fewer of the others, for a different amount.
		const stripeKey = isForCheckout ? `${key}-${amountCents}` : key;
		const intent = await createIntent(shop.env, metadata, amountCents, stripeKey);
		if (await recordIntent(shop, intent, payable, key)) return intent;
		await cancelIntent(shop.env, intent.id);
		await replaceStripeKey(shop, orderId, key);
		return null;
	} catch (error) {
		if (needsNewIdempotencyKey(error)) await replaceStripeKey(shop, orderId, key);
		throw stripeErrorToShopError(error);
	}
}

/** More than one, because another tab may start or cancel a payment during an attempt. */
const maxAttempts = 3;

/**
 * Returns the open intent for exactly these orders, or creates one.
 * @param readPayable - reads the orders; called before each attempt
 * @throws ShopError any error of `readPayable`; 409 if another payment of an order is being processed; 503 if Stripe is unavailable
 */
export async function findOrCreateIntent(
	shop: ShopContext,
	readPayable: () => Promise<PayableOrders>,
): Promise<Intent> {
	for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
		const payable = await readPayable();
		const reusable = await findReusableIntent(shop, payable);
		if (reusable === "paid") continue;
		if (reusable) return reusable;
		const reserved = await reserveKey(shop, payable);
		const intent = reserved && (await createAndRecordIntent(shop, payable, reserved));
		if (intent) return intent;
	}
	await readPayable();
	throw new ShopError("payment_unavailable");
}
