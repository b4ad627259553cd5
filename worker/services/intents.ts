import type Stripe from "stripe";
import { ShopError } from "#contract/errors.ts";
import type { Env } from "#worker/env.ts";
import { toRefund } from "./refunds.ts";
import { callStripe, createStripe, isRejectedByStripe, isStripeError } from "./stripe.ts";

function toIntent(intent: Stripe.PaymentIntent) {
	const { latest_charge: charge } = intent;
	const expandedCharge = charge && typeof charge === "object" ? charge : null;
	return {
		id: intent.id,
		status: intent.status,
		amountCents: intent.amount,
		/** The captured amount; 0 until the payment has succeeded. */
		receivedCents: intent.amount_received,
		currency: intent.currency,
		/** Null on an intent of another app. */
		orderId: intent.metadata.order ?? null,
		/** Null on an intent for one order. */
		checkoutId: intent.metadata.checkout ?? null,
		/** Null on an intent of another app. */
		shopId: intent.metadata.shop ?? null,
		clientSecret: intent.client_secret,
		/** Type of the payment method, such as `card` or `link`; null until it is charged. */
		methodType: expandedCharge?.payment_method_details?.type ?? null,
		billingEmail: expandedCharge?.billing_details.email ?? null,
		/** Whether the charge has ever been disputed. */
		wasDisputed: expandedCharge?.disputed ?? false,
		refunds: (expandedCharge?.refunds?.data ?? []).map(toRefund),
		hasMoreRefunds: expandedCharge?.refunds?.has_more ?? false,
	};
}

/** The part of a Stripe payment intent that the shop reads. Amounts are in the smallest unit of `currency`. */
export type Intent = ReturnType<typeof toIntent>;

/** Stripe's error codes for an amount outside the limits of the currency. */
const amountCodes = ["amount_too_small", "amount_too_large"];

/** According to Stripe's guide, Stripe ignores Link if the account does not have it. If Stripe rejects Link instead, cards must still work. */
const arePaymentMethodsRejected = (error: unknown) =>
	isStripeError(error) &&
	error.type === "StripeInvalidRequestError" &&
	error.param?.includes("payment_method_types") === true;

/**
 * @throws ShopError 409 if Stripe does not accept the amount
 * @throws StripeError
 */
export async function createIntent(
	env: Env,
	metadata: { order: string; shop: string; checkout?: string },
	amountCents: number,
	idempotencyKey: string,
) {
	const params = { amount: amountCents, currency: "usd", metadata };
	const { paymentIntents } = await createStripe(env);
	const createWithMethods = async (types: ("card" | "link")[], key: string) =>
		toIntent(
			await paymentIntents.create(
				{ ...params, allowed_payment_method_types: types },
				{ idempotencyKey: key },
			),
		);
	try {
		return await createWithMethods(["card", "link"], idempotencyKey).catch((error: unknown) => {
			if (!arePaymentMethodsRejected(error)) throw error;
			return createWithMethods(["card"], `${idempotencyKey}-card`);
		});
	} catch (error) {
		if (!amountCodes.some((code) => isRejectedByStripe(error, code))) throw error;
		throw new ShopError("amount_not_accepted");
	}
}

/** An id becomes part of a URL, in which `..` would name another resource. */
const intentIdPattern = /^pi_[A-Za-z0-9_]+$/;

/** Returns null if Stripe has no such intent. */
export async function retrieveIntent(env: Env, id: string): Promise<Intent | null> {
	if (!intentIdPattern.test(id)) return null;
	const params = { expand: ["latest_charge.refunds"] };
	try {
		return toIntent(await callStripe(env, (stripe) => stripe.paymentIntents.retrieve(id, params)));
	} catch (error) {
		if (isRejectedByStripe(error, "resource_missing")) return null;
		throw error;
	}
}

/** Returns false if the intent has succeeded, is being processed, or was already canceled; true if Stripe has no such intent. */
export async function cancelIntent(env: Env, id: string, reason?: "abandoned"): Promise<boolean> {
	const params = reason ? { cancellation_reason: reason } : {};
	try {
		await callStripe(env, (stripe) => stripe.paymentIntents.cancel(id, params));
		return true;
	} catch (error) {
		if (isRejectedByStripe(error, "resource_missing")) return true;
		if (isRejectedByStripe(error, "payment_intent_unexpected_state")) return false;
		throw error;
	}
}
