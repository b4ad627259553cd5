import Stripe from "stripe";
import type { Env } from "#worker/env.ts";
import { callStripe, createStripe } from "./stripe.ts";

/** What the shop needs to know of a refund; `status` and `failureReason` are Stripe's, `shopId` is null on others'. */
export type Refund = {
	id: string;
	amountCents: number;
	status: string;
	failureReason: string | null;
	shopId: string | null;
	createdAt: Date;
};

export const toRefund = (refund: Stripe.Refund): Refund => ({
	id: refund.id,
	amountCents: refund.amount,
	status: refund.status ?? "pending",
	failureReason: refund.failure_reason ?? null,
	shopId: refund.metadata?.shop ?? null,
	createdAt: new Date(refund.created * 1000),
});

/** Stripe does not take the refund: `reason` is its code, such as `charge_disputed` (docs.stripe.com/error-codes). */
export type Refused = { refused: string };

/**
 * Refunds all that is left of a payment; no more than all can go back, so a second call is refused. Without a key of
 * our own: Stripe would repeat an error 500 under the same key for a day.
 * @throws ShopError 503 when Stripe does not answer
 */
export async function createRefund(
	env: Env,
	intentId: string,
	metadata: { shop: string; order: string },
): Promise<Refund | Refused> {
	try {
		const params = { payment_intent: intentId, metadata };
		return toRefund(await callStripe(() => createStripe(env).refunds.create(params)));
	} catch (error) {
		if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error;
		return { refused: error.code ?? error.message };
	}
}

/** At most a hundred. @throws ShopError 503 when Stripe does not answer */
export async function listRefunds(env: Env, intentId: string): Promise<Refund[]> {
	const params = { payment_intent: intentId, limit: 100 };
	const { data } = await callStripe(() => createStripe(env).refunds.list(params));
	return data.map(toRefund);
}

/** What the shop needs to know of a dispute; `reason` and `status` are Stripe's. */
export type Dispute = {
	id: string;
	amountCents: number;
	reason: string;
	status: string;
	dueBy: Date | null;
	createdAt: Date;
};

const toDispute = (dispute: Stripe.Dispute): Dispute => ({
	id: dispute.id,
	amountCents: dispute.amount,
	reason: dispute.reason,
	status: dispute.status,
	dueBy: dispute.evidence_details.due_by ? new Date(dispute.evidence_details.due_by * 1000) : null,
	createdAt: new Date(dispute.created * 1000),
});

/** @throws ShopError 503 when Stripe does not answer */
export async function listDisputes(env: Env, intentId: string): Promise<Dispute[]> {
	const params = { payment_intent: intentId, limit: 100 };
	const { data } = await callStripe(() => createStripe(env).disputes.list(params));
	return data.map(toDispute);
}
