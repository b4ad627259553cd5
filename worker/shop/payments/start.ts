import { and, eq, notExists, sql } from "drizzle-orm";
import { ShopError } from "#contract/errors.ts";
import type { Account } from "#contract/roles.ts";
import { requireCapability } from "#worker/auth/authorize.ts";
import { enforceRateLimit } from "#worker/auth/limits.ts";
import { createId } from "#worker/auth/tokens.ts";
import { insertFrom } from "#worker/db/insert-from.ts";
import { retry, retryBatch } from "#worker/db/retry.ts";
import { orders, paymentKeys, payments } from "#worker/db/schema.ts";
import { cancelIntent, createIntent, type Intent } from "#worker/services/intents.ts";
import {
	getCardFormSettings,
	isIdempotencyKeySpent,
	stripeErrorToShopError,
} from "#worker/services/stripe.ts";
import type { Shop } from "../context.ts";
import { findOrder, type Order, requireOwnOrder, totalCents } from "../orders/read.ts";
import { requireMove } from "../orders/transition.ts";
import { write } from "../write.ts";
import {
	firstCheckAt,
	getOpenIntentIds,
	hasStatus,
	markCanceled,
	markUnknown,
	requireShopId,
	restartChecks,
	selectShopId,
} from "./records.ts";
import { cancelPayment, readPayment, settle } from "./settle.ts";

export type { CardFormSettings } from "#worker/services/stripe.ts";

export const getCardForm = ({ env }: Shop) => getCardFormSettings(env);

const isChargeable = (orderId: string) =>
	and(eq(payments.orderId, orderId), hasStatus("open"), eq(payments.receivedCents, 0));

/**
 * Reserves the idempotency key for the order's next intent before the request to Stripe. If the Worker dies after Stripe's response, the
 * next attempt has the same key and gets the same intent.
 * @returns the key, and the shop's id; null if the order is not payable or has an intent that can still be charged
 */
async function reserveKey(shop: Shop, orderId: string) {
	const { db } = shop;
	const chargeable = db.select({ id: payments.id }).from(payments).where(isChargeable(orderId));
	const isPayable = and(eq(orders.id, orderId), eq(orders.state, "unpaid"));
	const key = { orderId, key: createId() };
	const [ids, , [row]] = await retryBatch(db, [
		selectShopId(shop),
		insertFrom(db, paymentKeys, key, orders, isPayable).onConflictDoNothing(),
		db
			.select({ key: paymentKeys.key })
			.from(paymentKeys)
			.where(and(eq(paymentKeys.orderId, orderId), notExists(chargeable))),
	]);
	return row ? { key: row.key, shopId: requireShopId(ids) } : null;
}

const hasKey = (orderId: string, key: string) =>
	and(eq(paymentKeys.orderId, orderId), eq(paymentKeys.key, key));

/** Stripe would repeat its error for the same key. */
const replaceKey = ({ db }: Shop, orderId: string, key: string) =>
	retry(() => db.update(paymentKeys).set({ key: createId() }).where(hasKey(orderId, key)));

/**
 * Records an intent if its key is still the order's: a concurrent attempt that got an error has replaced the key.
 * @returns whether the intent is recorded; the secret of any other must not leave the Worker
 */
async function recordIntent(
	shop: Shop,
	{ id, amountCents, currency }: Intent,
	orderId: string,
	key: string,
): Promise<boolean> {
	const { db } = shop;
	const row = {
		...{ id, orderId, amountCents, currency },
		nextCheckAt: firstCheckAt(),
		updatedAt: new Date(),
	};
	const recorded = await write(shop, {
		statements: [
			insertFrom(db, payments, row, paymentKeys, hasKey(orderId, key)).onConflictDoNothing(),
			db.delete(paymentKeys).where(hasKey(orderId, key)),
		],
		findWritten: db.select({ id: payments.id }).from(payments).where(eq(payments.id, id)),
	});
	return recorded !== null;
}

/** The contract's call sends only a price, which is enough if exactly one unpaid order has that total. */
async function findOrderWithTotal({ db }: Shop, account: Account, priceCents: number) {
	const [order, second] = await db
		.select({ id: orders.id })
		.from(orders)
		.where(
			and(
				eq(orders.userId, account.id),
				eq(orders.state, "unpaid"),
				sql`${orders.toolPriceCents} * ${orders.quantity} = ${priceCents}`,
			),
		)
		.limit(2);
	if (!order || second) throw new ShopError("order_ambiguous");
	return order.id;
}

async function reuseIntent(shop: Shop, orderId: string): Promise<Intent | null> {
	for (const id of await getOpenIntentIds(shop, orderId)) {
		const retrieved = await readPayment(shop, id);
		const settlement = await settle(shop, retrieved);
		if (settlement === "paid") throw new ShopError("already_paid");
		if (settlement === "open") {
			await restartChecks(shop, id);
			return retrieved.intent;
		}
		if (settlement === "unknown") await markUnknown(shop, id);
		if (settlement === "other_app") await markCanceled(shop, id);
	}
	return null;
}

async function createAndRecordIntent(
	shop: Shop,
	orderId: string,
	amountCents: number,
	{ key, shopId }: { key: string; shopId: string },
): Promise<Intent> {
	try {
		const intent = await createIntent(shop.env, { order: orderId, shop: shopId }, amountCents, key);
		if (await recordIntent(shop, intent, orderId, key)) return intent;
		await cancelIntent(shop.env, intent.id);
		throw new ShopError("payment_unavailable");
	} catch (error) {
		if (isIdempotencyKeySpent(error)) await replaceKey(shop, orderId, key);
		throw stripeErrorToShopError(error);
	}
}

/** Another tab may create and cancel a payment during an attempt. */
const maxAttempts = 3;

async function findOrCreateIntent(shop: Shop, orderId: string, amountCents: number) {
	for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
		const earlier = await reuseIntent(shop, orderId);
		if (earlier) return earlier;
		const reserved = await reserveKey(shop, orderId);
		if (reserved) return createAndRecordIntent(shop, orderId, amountCents, reserved);
		requireMove(await findOrder(shop, orderId), "pay");
	}
	throw new ShopError("payment_unavailable");
}

/** Cancels the intent and throws if its order was canceled or paid in the meantime. */
async function requireStillUnpaid(shop: Shop, intent: Intent, orderId: string): Promise<void> {
	const order = await findOrder(shop, orderId);
	if (order?.state === "unpaid") return;
	await cancelPayment(shop, intent.id);
	requireMove(order, "pay");
}

/** Does not check who pays. @throws ShopError 409 if it is paid or has another total, 503 */
export async function startOrderPayment(shop: Shop, order: Order, priceCents: number) {
	requireMove(order, "pay");
	if (totalCents(order) !== priceCents) throw new ShopError("amount_mismatch");
	const intent = await findOrCreateIntent(shop, order.id, totalCents(order));
	await requireStillUnpaid(shop, intent, order.id);
	if (!intent.clientSecret) throw new ShopError("payment_unavailable");
	return intent.clientSecret;
}

/**
 * @param priceCents the total that the browser shows; compared, never charged
 * @param orderId null for the shopper's only unpaid order of that total
 * @returns the client secret with which the browser confirms the card payment
 * @throws ShopError 401, 403, 404, 409 if it is paid or has another total, 429, 503
 */
export async function startPayment(shop: Shop, priceCents: number, orderId: string | null) {
	const account = requireCapability(shop, "orders:place");
	await enforceRateLimit(shop.env, "startPayment", account.id);
	const id = orderId ?? (await findOrderWithTotal(shop, account, priceCents));
	return startOrderPayment(shop, await requireOwnOrder(shop, id), priceCents);
}
