import { eq } from "drizzle-orm";
import { ShopError } from "#contract/errors.ts";
import { formatCents } from "#contract/money.ts";
import { awaitsShipment } from "#contract/order-states.ts";
import { requireAccount } from "#worker/auth/authorize.ts";
import { enforceRateLimit } from "#worker/auth/rate-limits.ts";
import { paymentOrders, type payments } from "#worker/db/schema.ts";
import { cancelIntent, type Intent, retrieveIntent } from "#worker/services/intents.ts";
import { type Dispute, listDisputes, listRefunds } from "#worker/services/refunds.ts";
import type { ShopContext } from "../context.ts";
import { readCheckout, requireOwnCheckout } from "../orders/checkout.ts";
import { findOrder, type Order, requireOwnOrder } from "../orders/read.ts";
import {
	continueChecks,
	getOpenIntentIds,
	holdForDispute,
	isOwnPayment,
	logForeignPayment,
	markCanceled,
	markProcessing,
	readPaymentRow,
	stopChecks,
} from "./payment-rows.ts";
import { type PaymentState, recordPayment } from "./record-payment.ts";
import {
	describeDispute,
	findFailedRefund,
	getLostCents,
	refundUnmatched,
	type UnmatchedResult,
} from "./refund-unmatched.ts";
import { failedRefundStatuses, pendingRefundStatuses } from "./stripe-statuses.ts";
import { hasPendingShareRefund } from "./unused-shares.ts";

/** `open`: not charged yet. `owed`: charged without paying for an order, and not fully refunded yet. `unknown`: not found at Stripe. */
export type Settlement = UnmatchedResult | "paid" | "open" | "unknown" | "foreign";

const sumCents = (rows: { amountCents: number }[]) =>
	rows.reduce((sum, { amountCents }) => sum + amountCents, 0);

/**
 * The amount, in cents, that the shop still owes for refunded orders and for orders that the payment did not pay for, because a refund
 * failed or was rejected.
 */
function getOwedCents(state: PaymentState): number {
	const { payment, orders, refunds, requests } = state;
	const orderIdByRequest = new Map(requests.map(({ id, orderId }) => [id, orderId]));
	const waitingRequests = requests.filter(({ status }) => status === "waiting");
	const activeRefunds = refunds.filter(({ status }) => !failedRefundStatuses.includes(status));
	const refundsByOrder = Map.groupBy([...activeRefunds, ...waitingRequests], (refund) =>
		"orderId" in refund ? refund.orderId : orderIdByRequest.get(refund.requestId ?? ""),
	);
	const unrefundedCents = orders
		.filter(({ state, transactionId }) => transactionId !== payment.id || state === "refunded")
		.map(({ id, shareCents }) => Math.max(0, shareCents - sumCents(refundsByOrder.get(id) ?? [])));
	const unassignedCents = sumCents(refundsByOrder.get(undefined) ?? []) + getLostCents(state);
	return Math.max(0, unrefundedCents.reduce((sum, cents) => sum + cents, 0) - unassignedCents);
}

/** Updates the problem and the checks of a payment that has paid for orders, because it may have been refunded or disputed since. */
export async function updatePaidPayment(
	shop: ShopContext,
	state: PaymentState,
): Promise<Settlement> {
	const { id, hold, problem, nextCheckAt } = state.payment;
	const failedRefund = findFailedRefund(state);
	const owedCents = getOwedCents(state);
	const newProblem =
		(hold === "disputed" && describeDispute(state)) ||
		[
			failedRefund && `a refund failed (${failedRefund.failureReason ?? failedRefund.status})`,
			owedCents > 0 && `the order is canceled, but ${formatCents(owedCents)} is not refunded`,
			hasPendingShareRefund(state) && "the refund for an order that it did not pay for is pending",
		]
			.filter(Boolean)
			.join("; ") ||
		null;
	const isWaitingToShip =
		hold === null &&
		state.orders.some(
			({ transactionId, state: orderState }) =>
				transactionId === id && orderState && awaitsShipment(orderState),
		);
	const hasPendingRefund = state.refunds.some(({ status }) =>
		pendingRefundStatuses.includes(status),
	);
	const needsChecks = isWaitingToShip || hasPendingRefund || hold === "disputed" || owedCents > 0;
	if (newProblem === problem && needsChecks === (nextCheckAt !== null)) return "paid";
	await (needsChecks ? continueChecks : stopChecks)(shop, id, newProblem);
	return "paid";
}

/** Returns the disputes of a payment. Sets a hold on it if they cannot be read. */
async function readDisputes(shop: ShopContext, intentId: string): Promise<Dispute[]> {
	try {
		return await listDisputes(shop.env, intentId);
	} catch (error) {
		await holdForDispute(shop, intentId);
		throw error;
	}
}

/** Reads a payment from the database and from Stripe. `readAt`: when the request to Stripe was sent. */
export async function readPayment(shop: ShopContext, intentId: string) {
	const { shopId, paymentRow } = await readPaymentRow(shop, intentId);
	const readAt = new Date();
	return { shopId, paymentRow, readAt, intent: await retrieveIntent(shop.env, intentId) };
}

type RetrievedPayment = Awaited<ReturnType<typeof readPayment>>;

/** Stripe includes an intent's first refunds, but not its disputes, which need a separate request. */
async function settleSucceeded(
	shop: ShopContext,
	intent: Intent,
	orderId: string,
	{ shopId, paymentRow, readAt }: RetrievedPayment,
	isDisputeReported: boolean,
): Promise<Settlement> {
	// Stripe does not always mark the charge of an inquiry as disputed.
	const isDisputed = intent.wasDisputed || isDisputeReported || paymentRow?.hold === "disputed";
	const refunds = intent.hasMoreRefunds ? await listRefunds(shop.env, intent.id) : intent.refunds;
	const disputes = isDisputed ? await readDisputes(shop, intent.id) : null;
	const stripePayment = { intent, orderId, shopId, readAt, refunds, disputes };
	const state = await recordPayment(shop, stripePayment);
	if (state.orders.some((order) => order.transactionId === intent.id))
		return updatePaidPayment(shop, state);
	return refundUnmatched(shop, stripePayment, state);
}

const captureProblem = "authorized, but not captured: capture or cancel it in Stripe";

async function recordOpen(
	shop: ShopContext,
	{ id, status }: Intent,
	row: typeof payments.$inferSelect,
) {
	const problem = status === "requires_capture" ? captureProblem : null;
	if (row.problem !== problem) await continueChecks(shop, id, problem);
	const isProcessing = status === "processing";
	if (isProcessing !== (row.processingAt !== null)) await markProcessing(shop, id, isProcessing);
}

/**
 * The only function that marks orders as paid (architecture.md "Payment"). It trusts only data retrieved from Stripe. A refunded
 * charge, or one that was lost in a dispute, never pays for an order; a charge that matches no unpaid order is refunded. Another app's
 * payment is never changed. Idempotent.
 * @throws ShopError 503 if Stripe is unavailable
 */
export async function settle(
	shop: ShopContext,
	retrieved: RetrievedPayment,
	isDisputeReported = false,
) {
	const { intent, paymentRow } = retrieved;
	if (!intent) return "unknown";
	const orderId = paymentRow?.orderId ?? intent.orderId;
	if (!isOwnPayment(intent, retrieved) || orderId === null) {
		logForeignPayment(intent.id, intent.shopId);
		return "foreign";
	}
	if (intent.status === "succeeded") {
		return settleSucceeded(shop, intent, orderId, retrieved, isDisputeReported);
	}
	if (intent.status === "canceled") {
		await markCanceled(shop, intent.id);
		return "cancelled";
	}
	if (paymentRow) await recordOpen(shop, intent, paymentRow);
	return "open";
}

export const settlePayment = async (
	shop: ShopContext,
	intentId: string,
	isDisputeReported?: boolean,
) => settle(shop, await readPayment(shop, intentId), isDisputeReported);

/** Whether the payment was started for any of the orders. */
async function wasStartedFor(
	{ db }: ShopContext,
	{ paymentRow, intent }: RetrievedPayment,
	orders: Order[],
) {
	if (!paymentRow) {
		return orders.some(
			({ id, checkoutId }) =>
				intent !== null &&
				(intent.orderId === id || (checkoutId !== null && intent.checkoutId === checkoutId)),
		);
	}
	const shares = await db
		.select({ orderId: paymentOrders.orderId })
		.from(paymentOrders)
		.where(eq(paymentOrders.paymentId, paymentRow.id));
	return shares.some(({ orderId }) => orders.some(({ id }) => id === orderId));
}

/**
 * @returns how many orders changed: 1, or 0 if this payment had already paid for the order
 * @throws ShopError 401, 403, 404 or 429; 402 unless Stripe confirms that this order is paid
 */
export async function confirmPayment(shop: ShopContext, orderId: string, intentId: string) {
	const order = await requireOwnOrder(shop, orderId);
	if (order.transactionId === intentId) return 0;
	await enforceRateLimit(shop.env, "confirmPayment", requireAccount(shop).id);
	return confirmOrderPayment(shop, orderId, intentId);
}

/** Like `confirmPayment`, but does not check who pays. */
export async function confirmOrderPayment(shop: ShopContext, orderId: string, intentId: string) {
	const order = await findOrder(shop, orderId);
	const retrieved = await readPayment(shop, intentId);
	if (!order || !(await wasStartedFor(shop, retrieved, [order])))
		throw new ShopError("payment_required");
	const isPaid = (await settle(shop, retrieved)) === "paid";
	// A payment for several orders may have paid for the others, but not for this one.
	if (!isPaid || (await findOrder(shop, orderId))?.transactionId !== intentId) {
		throw new ShopError("payment_required");
	}
	return 1;
}

/**
 * @returns how many orders of the checkout this payment has just paid for; 0 if it had already paid for them
 * @throws ShopError 401, 403, 404 or 429; 402 unless Stripe confirms that the payment has paid for one of them
 */
export async function confirmCheckout(shop: ShopContext, checkoutId: string, intentId: string) {
	const { orders } = await requireOwnCheckout(shop, checkoutId);
	if (orders.some(({ transactionId }) => transactionId === intentId)) return 0;
	await enforceRateLimit(shop.env, "confirmPayment", requireAccount(shop).id);
	return confirmCheckoutPayment(shop, checkoutId, intentId);
}

/** Like `confirmCheckout`, but does not check who pays. */
export async function confirmCheckoutPayment(
	shop: ShopContext,
	checkoutId: string,
	intentId: string,
) {
	const { orders } = await readCheckout(shop, checkoutId);
	const retrieved = await readPayment(shop, intentId);
	if (!(await wasStartedFor(shop, retrieved, orders))) throw new ShopError("payment_required");
	const isPaid = (await settle(shop, retrieved)) === "paid";
	const updatedOrders = isPaid ? (await readCheckout(shop, checkoutId)).orders : [];
	const paidOrders = updatedOrders.filter(({ transactionId }) => transactionId === intentId);
	if (paidOrders.length === 0) throw new ShopError("payment_required");
	return paidOrders.length;
}

/** @returns false if the payment succeeded, is being processed, or was already canceled */
export async function cancelPayment(shop: ShopContext, intentId: string, reason?: "abandoned") {
	const isCanceled = await cancelIntent(shop.env, intentId, reason);
	if (isCanceled) await markCanceled(shop, intentId);
	return isCanceled;
}

/**
 * Cancels an open payment. If Stripe does not know it, or it is another app's, only the shop's row is marked as canceled.
 * @throws ShopError 409 if the payment has paid for orders or is being processed; 503 if Stripe is unavailable
 */
export async function cancelOpenPayment(
	shop: ShopContext,
	retrieved: RetrievedPayment & { id: string },
) {
	const { id, intent } = retrieved;
	if (!intent || !isOwnPayment(intent, retrieved)) await markCanceled(shop, id);
	// Stripe can cancel a processing intent in rare cases (docs.stripe.com/api/payment_intents/cancel), but the customer has already paid.
	else if (intent.status === "processing") throw new ShopError("payment_processing");
	else if (!(await cancelPayment(shop, id))) {
		const settlement = await settlePayment(shop, id);
		if (settlement === "paid") throw new ShopError("order_paid");
		if (settlement === "open") throw new ShopError("payment_processing");
	}
}

/**
 * Cancels an order's open payments, including those that are also for other orders.
 * @throws ShopError 409 if a payment has paid for orders or is being processed; 503 if Stripe is unavailable
 */
export async function cancelOpenPayments(shop: ShopContext, orderId: string): Promise<void> {
	for (const id of await getOpenIntentIds(shop, eq(paymentOrders.orderId, orderId))) {
		await cancelOpenPayment(shop, { id, ...(await readPayment(shop, id)) });
	}
}
