import Stripe from "stripe";
import * as v from "valibot";
import type { Env } from "#worker/env.ts";
import { createStripe } from "./stripe.ts";

const expandable = v.union([
	v.string(),
	v.pipe(
		v.object({ id: v.string() }),
		v.transform(({ id }) => id),
	),
]);
const objectSchema = v.object({
	object: v.string(),
	id: v.optional(v.string()),
	payment_intent: v.nullish(expandable),
	metadata: v.nullish(v.record(v.string(), v.string())),
});
const eventSchema = v.pipe(
	v.string(),
	v.parseJson(),
	v.object({
		id: v.string(),
		object: v.literal("event"),
		type: v.string(),
		data: v.object({ object: objectSchema }),
	}),
);

export type StripeEvent = {
	id: string;
	type: string;
	/** The payment intent that the event concerns; null for none. */
	intentId: string | null;
	/** `metadata.shop` of a payment intent; undefined if the event does not contain it. */
	shopId: string | null | undefined;
	isDispute: boolean;
};

type EventPayload = v.InferOutput<typeof eventSchema>;

function toEvent({ id, type, data: { object } }: EventPayload): StripeEvent {
	const isDispute = object.object === "dispute";
	if (object.object !== "payment_intent") {
		return { id, type, intentId: object.payment_intent ?? null, shopId: undefined, isDispute };
	}
	const shopId = object.metadata ? (object.metadata.shop ?? null) : undefined;
	return { id, type, intentId: object.id ?? null, shopId, isDispute };
}

/**
 * Verifies the signature of a webhook and reads which payment it concerns.
 * @param body the raw body: the signature covers its bytes
 * @returns `forged` for an invalid signature; `other` for other bodies than snapshot events, such as thin events of API v2
 */
export async function readStripeEvent(
	env: Env,
	secret: string,
	body: string,
	signature: string,
): Promise<StripeEvent | "forged" | "other"> {
	const { signature: verifier } = createStripe(env).webhooks;
	if (!verifier) throw new Error("The SDK cannot verify signatures.");
	try {
		await verifier.verifyHeaderAsync(body, signature, secret);
	} catch (error) {
		if (error instanceof Stripe.errors.StripeSignatureVerificationError) return "forged";
		throw error;
	}
	const event = v.safeParse(eventSchema, body);
	return event.success ? toEvent(event.output) : "other";
}
