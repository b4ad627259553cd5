import type Stripe from "stripe";
import type { Env } from "#worker/env.ts";
import { openStripe } from "./stripe.ts";
import { callStripe } from "./stripe-call.ts";

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

/** @returns the disputes of a payment @throws ShopError 503 when Stripe does not answer */
export async function listDisputes(env: Env, intentId: string): Promise<Dispute[]> {
	const params = { payment_intent: intentId, limit: 100 };
	const { data } = await callStripe(() => openStripe(env).disputes.list(params));
	return data.map(toDispute);
}
