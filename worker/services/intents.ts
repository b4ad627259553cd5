import type Stripe from "stripe";
import { ShopError } from "#contract/errors.ts";
import type { Env } from "#worker/env.ts";
import { type Refund, toRefund } from "./refunds.ts";
import { callStripe, createStripe, isRejectedByStripe } from "./stripe.ts";

/** What the shop needs to know of a Stripe payment intent; amounts in the smallest unit of `currency`. */
export type Intent = {
	id: string;
	status: Stripe.PaymentIntent.Status;
	amountCents: number;
	/** What Stripe has received; 0 until it succeeded. */
	receivedCents: number;
	currency: string;
	/** `metadata.order` and `metadata.shop`: null on an intent that somebody else has made. */
	orderId: string | null;
	shopId: string | null;
	clientSecret: string | null;
	/** What was typed with the card. */
	billingEmail: string | null;
	/** Whether a bank has ever been asked to take the money back. */
	disputed: boolean;
	refunds: Refund[];
	/** Whether there are more refunds than these. */
	moreRefunds: boolean;
};

function toIntent(intent: Stripe.PaymentIntent): Intent {
	const { latest_charge: charge } = intent;
	const read = charge && typeof charge === "object" ? charge : null;
	return {
		id: intent.id,
		status: intent.status,
		amountCents: intent.amount,
		receivedCents: intent.amount_received,
		currency: intent.currency,
		orderId: intent.metadata.order ?? null,
		shopId: intent.metadata.shop ?? null,
		clientSecret: intent.client_secret,
		billingEmail: read?.billing_details.email ?? null,
		disputed: read?.disputed ?? false,
		refunds: (read?.refunds?.data ?? []).map(toRefund),
		moreRefunds: read?.refunds?.has_more ?? false,
	};
}

/** What Stripe says where an amount is outside of what the account's currency allows. */
const amountCodes = ["amount_too_small", "amount_too_large"];

/**
 * @param amountCents US cents @param key idempotency key (worker/shop/payments/start.ts)
 * @throws ShopError 409 when Stripe takes no payment of this amount; StripeError
 */
export async function createIntent(
	env: Env,
	metadata: { order: string; shop: string },
	amountCents: number,
	key: string,
): Promise<Intent> {
	const params = {
		amount: amountCents,
		currency: "usd",
		allowed_payment_method_types: ["card" as const],
		metadata,
	};
	try {
		return toIntent(await createStripe(env).paymentIntents.create(params, { idempotencyKey: key }));
	} catch (error) {
		if (!amountCodes.some((code) => isRejectedByStripe(error, code))) throw error;
		throw new ShopError("amount_not_accepted");
	}
}

/** An id becomes part of an address: `..` would ask Stripe for something else. */
const intentId = /^pi_[A-Za-z0-9_]+$/;

/** @returns the intent with the charge that succeeded, in one call; null when Stripe knows no such intent */
export async function retrieveIntent(env: Env, id: string): Promise<Intent | null> {
	if (!intentId.test(id)) return null;
	const params = { expand: ["latest_charge.refunds"] };
	try {
		return toIntent(await callStripe(() => createStripe(env).paymentIntents.retrieve(id, params)));
	} catch (error) {
		if (isRejectedByStripe(error, "resource_missing")) return null;
		throw error;
	}
}

/**
 * @param reason `abandoned` when nobody has asked for it
 * @returns whether nobody can pay with it any more, because it is cancelled or unknown to Stripe; false when it succeeded, is
 * being processed, or was cancelled before
 */
export async function cancelIntent(env: Env, id: string, reason?: "abandoned"): Promise<boolean> {
	const params = reason ? { cancellation_reason: reason } : {};
	try {
		await callStripe(() => createStripe(env).paymentIntents.cancel(id, params));
		return true;
	} catch (error) {
		if (isRejectedByStripe(error, "resource_missing")) return true;
		if (isRejectedByStripe(error, "payment_intent_unexpected_state")) return false;
		throw error;
	}
}
