import { and, asc, eq, exists, isNotNull, lte, sql } from "drizzle-orm";
import { ShopError } from "#contract/errors.ts";
import { describeRejection } from "#contract/refunds.ts";
import { createId } from "#worker/auth/tokens.ts";
import { retry, retryBatch } from "#worker/db/retry.ts";
import { orders, refundRequests } from "#worker/db/schema.ts";
import { logError } from "#worker/services/log-error.ts";
import { createRefund } from "#worker/services/refunds.ts";
import {
	isStripeError,
	isStripeUnreachable,
	stripeErrorToShopError,
} from "#worker/services/stripe.ts";
import type { ShopContext } from "../context.ts";
import { queueOrderEmail } from "../emails/queue-emails.ts";
import { type SweepResult, sweepEach } from "../sweep-each.ts";
import { type PaymentState, readPaymentState, recordPayment } from "./record-payment.ts";
import { readPayment, settle, updatePaidPayment } from "./settle.ts";
import { findUnrequestedRefunds, findUnusedShares } from "./unused-shares.ts";

export type RefundRequest = typeof refundRequests.$inferSelect;

/** How long the sweep waits before it sends a new request, which the call that stored it is already sending. */
const firstPauseMs = 2 * 60 * 1000;
const longestPauseMs = 24 * 60 * 60 * 1000;
const batchSize = 50;

export const getFirstTryAt = (now: Date) => new Date(now.getTime() + firstPauseMs);

const findRequest = ({ db }: ShopContext, id: string) =>
	db.select().from(refundRequests).where(eq(refundRequests.id, id)).get();

const isWaiting = ({ id }: RefundRequest) =>
	and(eq(refundRequests.id, id), eq(refundRequests.status, "waiting"));

/**
 * After these responses the request needs a new key. Stripe repeats a saved 500 for the same key, and responds 400 if the key was first used
 * with a different amount. After any other failure the key stays the same, because the refund may have been made.
 */
const unusableKeyStatuses = [400, 500];

const replaceStripeKey = ({ db }: ShopContext, request: RefundRequest) =>
	retry(() =>
		db
			.update(refundRequests)
			.set({ stripeKey: createId() })
			.where(and(isWaiting(request), eq(refundRequests.stripeKey, request.stripeKey))),
	);

/** Matches the order that a request has canceled, if the request was rejected because its amount was refunded in Stripe's Dashboard. */
function isCanceledAndRefundedInStripe({ db }: ShopContext, { id, orderId }: RefundRequest) {
	const request = db
		.select({ id: refundRequests.id })
		.from(refundRequests)
		.where(
			and(
				eq(refundRequests.id, id),
				eq(refundRequests.rejection, "refunded_in_stripe"),
				eq(refundRequests.createdAt, orders.refundedAt),
			),
		);
	return and(eq(orders.id, orderId), exists(request));
}

/**
 * Also queues the email about an order that the request canceled, if its share of the payment was refunded in Stripe's Dashboard. Otherwise,
 * `recordPayment` queues the email, once the shop's refund or a full refund in the Dashboard is stored.
 */
const markRejected = (shop: ShopContext, request: RefundRequest, rejection: string) =>
	retryBatch(shop.db, [
		shop.db
			.update(refundRequests)
			.set({ status: "rejected", rejection, nextTryAt: null })
			.where(isWaiting(request)),
		queueOrderEmail(shop.db, "refunded", isCanceledAndRefundedInStripe(shop, request)),
	]);

/** Returns the most that may have been refunded in Stripe's Dashboard in place of a request, in cents: the part that the shop did not refund. */
function getMaxDashboardCents(
	{ id, amountCents, ...request }: RefundRequest,
	{ refunds }: PaymentState,
) {
	if (request.status === "waiting" || request.rejection === "refunded_in_stripe") {
		return amountCents;
	}
	const sentRefund = refunds.find(({ requestId }) => requestId === id);
	return sentRefund ? amountCents - sentRefund.amountCents : 0;
}

/** `uncountedCents`: the part that has not been counted toward a share or a request yet. */
type UnrequestedRefund = { amountCents: number; uncountedCents: number };

/**
 * Counts refunds that were made after a request was created toward that request, and reduces their `uncountedCents`.
 * @param refunds - oldest first
 * @param maxCents - how much to count at most
 * @returns how much was counted, in cents
 */
function countTowardRequest(
	refunds: UnrequestedRefund[],
	{ unrequestedCentsAtCreation }: RefundRequest,
	maxCents: number,
): number {
	let earlierCents = unrequestedCentsAtCreation ?? Number.POSITIVE_INFINITY;
	let countedCents = 0;
	for (const refund of refunds) {
		const earlierPart = Math.min(earlierCents, refund.amountCents);
		const countedPart = Math.min(
			maxCents - countedCents,
			refund.amountCents - earlierPart,
			refund.uncountedCents,
		);
		earlierCents -= earlierPart;
		countedCents += countedPart;
		refund.uncountedCents -= countedPart;
	}
	return countedCents;
}

/**
 * Returns how much of a waiting request is still to be refunded, in cents. Each cent that was refunded in Stripe's Dashboard counts once: toward
 * unused shares, then toward the requests that were created before the refund, oldest first.
 */
function getUnrefundedCents(state: PaymentState, requestId: string): number {
	const shares = findUnusedShares(state);
	const share = shares.find(({ request }) => request?.id === requestId);
	if (share) return share.unrefundedCents;
	const unrequestedRefunds = findUnrequestedRefunds(state).map((refund) => {
		const centsCountedTowardShares = shares
			.flatMap((unused) => unused.unrequestedRefunds.filter(({ id }) => id === refund.id))
			.reduce((sum, { amountCents }) => sum + amountCents, 0);
		return {
			amountCents: refund.amountCents,
			uncountedCents: refund.amountCents - centsCountedTowardShares,
		};
	});
	const requests = state.requests
		.filter(({ reason }) => reason !== "unused")
		.sort((a, b) => a.createdAt.getTime() - b.createdAt.getTime());
	for (const request of requests) {
		const maxCents = getMaxDashboardCents(request, state);
		const countedCents = countTowardRequest(unrequestedRefunds, request, maxCents);
		if (request.id === requestId) return request.amountCents - countedCents;
	}
	return 0;
}

/**
 * Sends a request that is still waiting. Reads the payment from Stripe first: an earlier attempt may have made the refund, which then has the
 * request's id. If Stripe rejects the refund, the request is `rejected`.
 * @throws ShopError 503 if Stripe is unavailable
 */
export async function sendIfWaiting(shop: ShopContext, id: string): Promise<void> {
	const requestBeforeRead = await findRequest(shop, id);
	if (requestBeforeRead?.status !== "waiting") return;
	const retrieved = await readPayment(shop, requestBeforeRead.paymentId);
	await settle(shop, retrieved);
	const request = await findRequest(shop, id);
	if (request?.status !== "waiting") return;
	const { intent, shopId } = retrieved;
	if (!intent) return void (await markRejected(shop, request, "resource_missing"));
	const reject = async (code: string) => {
		await markRejected(shop, request, code);
		await settle(shop, retrieved);
	};
	const { orderId } = request;
	// Excludes what was refunded in Stripe's Dashboard in the meantime.
	const amountCents = getUnrefundedCents(await readPaymentState(shop, request.paymentId), id);
	if (amountCents === 0) return reject("refunded_in_stripe");
	// Uses the key from before the payment was read: with a newer key, Stripe would repeat a refund that another attempt has made since.
	const { stripeKey: key } = requestBeforeRead;
	const readAt = new Date();
	const metadata = { shop: shopId, order: orderId, request: id };
	const created = await createRefund(shop.env, intent.id, metadata, {
		amountCents,
		idempotencyKey: key,
	}).catch(async (error: unknown) => {
		if (isStripeError(error) && unusableKeyStatuses.includes(error.statusCode ?? 0)) {
			await replaceStripeKey(shop, requestBeforeRead);
		}
		throw stripeErrorToShopError(error);
	});
	if ("rejectionCode" in created) return reject(created.rejectionCode);
	const refunds = [created];
	const payment = { intent, orderId, shopId, readAt, refunds, disputes: null };
	await updatePaidPayment(shop, await recordPayment(shop, payment));
}

/**
 * @returns the request after the attempt; still `waiting` if Stripe is unavailable
 * @throws ShopError 409 if Stripe rejected the refund
 */
export async function sendRefund(shop: ShopContext, { id }: RefundRequest): Promise<RefundRequest> {
	await sendIfWaiting(shop, id).catch((error: unknown) => {
		if (!(error instanceof ShopError) || error.status !== 503) throw error;
	});
	const request = await findRequest(shop, id);
	if (!request) throw new ShopError("order_not_found");
	if (request.status === "rejected") {
		throw new ShopError("refund_rejected", { reason: describeRejection(request.rejection ?? "") });
	}
	return request;
}

/** Counts an attempt and schedules the next one. Returns no row if another sweep claimed the request first. */
const claimRequest = ({ db }: ShopContext, request: RefundRequest) =>
	retry(() =>
		db
			.update(refundRequests)
			.set({
				tries: sql`${refundRequests.tries} + 1`,
				nextTryAt: new Date(
					Date.now() + Math.min(firstPauseMs * 2 ** request.tries, longestPauseMs),
				),
			})
			.where(and(isWaiting(request), eq(refundRequests.tries, request.tries)))
			.returning({ id: refundRequests.id }),
	);

async function sendDueRequest(shop: ShopContext, request: RefundRequest): Promise<boolean> {
	const [claimed] = await claimRequest(shop, request);
	if (!claimed) return false;
	try {
		await sendIfWaiting(shop, request.id);
		return true;
	} catch (error) {
		logError("refund", request.id, error);
		throw error;
	}
}

/** Sends refund requests that are still waiting, for example because the Worker died. Stops early if Stripe is unavailable. */
export async function sweepRefunds(shop: ShopContext, now: Date): Promise<SweepResult> {
	const dueRequests = await shop.db
		.select()
		.from(refundRequests)
		.where(and(isNotNull(refundRequests.nextTryAt), lte(refundRequests.nextTryAt, now)))
		.orderBy(asc(refundRequests.nextTryAt))
		.limit(batchSize);
	let isStripeDown = false;
	const sendAndDetectOutage = async (request: RefundRequest) => {
		try {
			return await sendDueRequest(shop, request);
		} catch (error) {
			isStripeDown = isStripeUnreachable(error);
			throw error;
		}
	};
	return sweepEach(dueRequests, sendAndDetectOutage, () => isStripeDown);
}
