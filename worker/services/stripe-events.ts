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

/** What an event is a hint to: `intentId` is null where it is about no payment. */
export type StripeEvent = {
	id: string;
	type: string;
	intentId: string | null;
	/** `metadata.shop` of a payment intent; undefined where the event does not show it. */
	shopId: string | null | undefined;
	isDispute: boolean;
};

type Parsed = v.InferOutput<typeof eventSchema>;

function toEvent({ id, type, data: { object } }: Parsed): StripeEvent {
	const isDispute = object.object === "dispute";
	if (object.object !== "payment_intent") {
		return { id, type, intentId: object.payment_intent ?? null, shopId: undefined, isDispute };
	}
	const shopId = object.metadata ? (object.metadata.shop ?? null) : undefined;
	return { id, type, intentId: object.id ?? null, shopId, isDispute };
}

/**
 * Checks the signature of a webhook and reads which payment it is about.
 * @param body raw, as it came: the signature covers its bytes
 * @returns `forged` on a bad signature; `other` for what is no snapshot event, such as a thin event of API v2
 */
export async function readStripeEvent(
	env: Env,
	secret: string,
	body: string,
	signature: string,
): Promise<StripeEvent | "forged" | "other"> {
	const { signature: verifier } = createStripe(env).webhooks;
	if (!verifier) throw new Error("The SDK cannot check signatures");
	try {
		await verifier.verifyHeaderAsync(body, signature, secret);
	} catch (error) {
		if (error instanceof Stripe.errors.StripeSignatureVerificationError) return "forged";
		throw error;
	}
	const event = v.safeParse(eventSchema, body);
	return event.success ? toEvent(event.output) : "other";
}
