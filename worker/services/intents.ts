import Stripe from "stripe";
import { ShopError } from "#contract/errors.ts";
import { failure } from "#contract/messages.ts";
import type { Env } from "#worker/env.ts";
import { openStripe } from "./stripe.ts";

/** What the shop needs to know of a Stripe payment intent; amount in cents. */
export type Intent = {
	id: string;
	status: Stripe.PaymentIntent.Status;
	amountCents: number;
	currency: string;
	orderId: string | null;
	clientSecret: string | null;
};

const toIntent = (intent: Stripe.PaymentIntent): Intent => ({
	id: intent.id,
	status: intent.status,
	amountCents: intent.amount,
	currency: intent.currency,
	orderId: intent.metadata.order ?? null,
	clientSecret: intent.client_secret,
});

const isRefusal = (error: unknown, code: string): boolean =>
	error instanceof Stripe.errors.StripeInvalidRequestError && error.code === code;

/** Stripe down, slow or overloaded is something that the visitor can wait out; the rest is a bug. */
async function ask<Answer>(call: () => Promise<Answer>): Promise<Answer> {
	try {
		return await call();
	} catch (error) {
		if (error instanceof Stripe.errors.StripeInvalidRequestError) throw error;
		if (error instanceof Stripe.errors.StripeError) {
			console.error("stripe", error.type, error.code ?? "", error.message);
			throw new ShopError("unavailable", failure.paymentUnavailable);
		}
		throw error;
	}
}

/**
 * @param attempt how many intents this order had before; part of the idempotency key
 * @throws ShopError 503 when Stripe does not answer
 */
export const createIntent = (env: Env, orderId: string, amountCents: number, attempt: number) =>
	ask(async () =>
		toIntent(
			await openStripe(env).paymentIntents.create(
				{
					amount: amountCents,
					currency: "usd",
					allowed_payment_method_types: ["card"],
					metadata: { order: orderId },
				},
				{ idempotencyKey: `order-${orderId}-${attempt}` },
			),
		),
	);

/** An id becomes part of an address: `..` would ask Stripe for something else. */
const intentId = /^pi_[A-Za-z0-9_]+$/;

/** @returns null when Stripe knows no such intent */
export async function retrieveIntent(env: Env, id: string): Promise<Intent | null> {
	if (!intentId.test(id)) return null;
	try {
		return await ask(async () => toIntent(await openStripe(env).paymentIntents.retrieve(id)));
	} catch (error) {
		if (isRefusal(error, "resource_missing")) return null;
		throw error;
	}
}

/** @returns false when the intent can no longer be cancelled: it succeeded, or is being processed */
export async function cancelIntent(env: Env, id: string): Promise<boolean> {
	try {
		await ask(() => openStripe(env).paymentIntents.cancel(id));
		return true;
	} catch (error) {
		if (isRefusal(error, "payment_intent_unexpected_state")) return false;
		throw error;
	}
}

/**
 * Gives the whole amount back; a second call finds the first refund, as no more than all can go back. Without a key of
 * our own: Stripe would repeat an error 500 under the same key for a day.
 * @returns the refund's id
 */
export async function refundIntent(env: Env, id: string): Promise<string> {
	const stripe = openStripe(env);
	try {
		const refund = await ask(() => stripe.refunds.create({ payment_intent: id }));
		return refund.id;
	} catch (error) {
		if (!isRefusal(error, "charge_already_refunded")) throw error;
		const { data } = await ask(() => stripe.refunds.list({ payment_intent: id, limit: 1 }));
		const earlier = data[0];
		if (!earlier) throw error;
		return earlier.id;
	}
}

/**
 * @param body raw, as it came: the signature covers its bytes
 * @returns the event's id and type and the intent it is about; null on a bad signature
 */
export async function readWebhook(env: Env, secret: string, body: string, signature: string) {
	try {
		const event = await openStripe(env).webhooks.constructEventAsync(body, signature, secret);
		const intent = event.type.startsWith("payment_intent.") ? event.data.object : null;
		const intentId = intent && "id" in intent && typeof intent.id === "string" ? intent.id : null;
		return { id: event.id, type: event.type, intentId };
	} catch (error) {
		if (error instanceof Stripe.errors.StripeSignatureVerificationError) return null;
		throw error;
	}
}
