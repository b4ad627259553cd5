import * as v from "valibot";
import type { Env } from "#worker/env.ts";
import { createStripe, isStripeError } from "./stripe.ts";

const expandableIdSchema = v.union([
	v.string(),
	v.pipe(
		v.object({ id: v.string() }),
		v.transform(({ id }) => id),
	),
]);
const objectSchema = v.object({
	object: v.string(),
	id: v.optional(v.string()),
	payment_intent: v.nullish(expandableIdSchema),
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
	v.transform(({ id, type, data: { object } }) => {
		const isIntent = object.object === "payment_intent";
		return {
			id,
			type,
			intentId: (isIntent ? object.id : object.payment_intent) ?? null,
			/** The `shop` in the metadata of a payment intent. Undefined for an event without metadata or about another object. */
			shopId: isIntent && object.metadata ? (object.metadata.shop ?? null) : undefined,
			isDispute: object.object === "dispute",
		};
	}),
);

export type StripeEvent = v.InferOutput<typeof eventSchema>;

/** Returns `forged` for an invalid signature, and `unsupported` for a body that is not a snapshot event, such as a thin event of API v2. */
export async function readStripeEvent(
	env: Env,
	secret: string,
	rawBody: string,
	signature: string,
): Promise<StripeEvent | "forged" | "unsupported"> {
	const { signature: verifier } = (await createStripe(env)).webhooks;
	if (!verifier) throw new Error("The SDK cannot verify signatures.");
	try {
		await verifier.verifyHeaderAsync(rawBody, signature, secret);
	} catch (error) {
		if (isStripeError(error) && error.type === "StripeSignatureVerificationError") return "forged";
		throw error;
	}
	const event = v.safeParse(eventSchema, rawBody);
	return event.success ? event.output : "unsupported";
}
