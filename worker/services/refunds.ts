import type Stripe from "stripe";
import type { Env } from "#worker/env.ts";
import { callStripe, createStripe, isStripeError } from "./stripe.ts";

export const toRefund = (refund: Stripe.Refund) => ({
	id: refund.id,
	amountCents: refund.amount,
	status: refund.status ?? "pending",
	failureReason: refund.failure_reason ?? null,
	/** Null on a refund that the shop did not create. */
	shopId: refund.metadata?.shop ?? null,
	/** Null unless an admin requested the refund in the shop. */
	requestId: refund.metadata?.request ?? null,
	createdAt: new Date(refund.created * 1000),
});

export type Refund = ReturnType<typeof toRefund>;

type PartialRefund = { amountCents: number; idempotencyKey: string };

/**
 * Refunds part of a payment, or the remaining amount if `part` is omitted. A refund of the remaining amount has no idempotency key,
 * because Stripe would replay a 500 error to retries with the same key for a day. It is safe without one, because Stripe rejects a second
 * full refund.
 * @returns the refund, or the error code with which Stripe rejected it, such as `charge_disputed` (docs.stripe.com/error-codes)
 * @throws StripeError if the outcome is unknown
 */
export async function createRefund(
	env: Env,
	intentId: string,
	metadata: { shop: string; order: string; request?: string },
	part?: PartialRefund,
): Promise<Refund | { rejectionCode: string }> {
	const params = { payment_intent: intentId, metadata, ...(part && { amount: part.amountCents }) };
	const options = part ? { idempotencyKey: part.idempotencyKey } : {};
	const { refunds } = await createStripe(env);
	try {
		return toRefund(await refunds.create(params, options));
	} catch (error) {
		// The SDK uses this type only for 400 and 404. If the refund may still succeed, the error is a StripeAPIError (409: another
		// request with the key is in progress) or a StripeRateLimitError (429, also `lock_timeout`).
		if (!isStripeError(error) || error.type !== "StripeInvalidRequestError") throw error;
		return { rejectionCode: error.code ?? error.message };
	}
}

/** Lists at most 100 refunds. @throws ShopError 503 if Stripe is not reachable */
export async function listRefunds(env: Env, intentId: string) {
	const params = { payment_intent: intentId, limit: 100 };
	const { data } = await callStripe(env, (stripe) => stripe.refunds.list(params));
	return data.map(toRefund);
}

const toDispute = (dispute: Stripe.Dispute) => ({
	id: dispute.id,
	amountCents: dispute.amount,
	reason: dispute.reason,
	status: dispute.status,
	dueBy: dispute.evidence_details.due_by ? new Date(dispute.evidence_details.due_by * 1000) : null,
	createdAt: new Date(dispute.created * 1000),
});

export type Dispute = ReturnType<typeof toDispute>;

/** Lists at most 100 disputes. @throws ShopError 503 if Stripe is not reachable */
export async function listDisputes(env: Env, intentId: string) {
	const params = { payment_intent: intentId, limit: 100 };
	const { data } = await callStripe(env, (stripe) => stripe.disputes.list(params));
	return data.map(toDispute);
}
