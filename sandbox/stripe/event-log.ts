import type Stripe from "stripe";
import * as v from "valibot";
import type { SandboxContext } from "../env.ts";
import type { DocumentKind } from "../store.ts";
import { nowMs, nowSeconds } from "./clock.ts";
import { createId } from "./ids.ts";
import { getSwitches } from "./switches.ts";
import { readWebhookEndpoint } from "./webhook-endpoint.ts";

const eventSchema = v.object({
	id: v.string(),
	created: v.number(),
	type: v.string(),
	data: v.object({
		object: v.record(v.string(), v.unknown()),
		previous_attributes: v.exactOptional(v.record(v.string(), v.unknown())),
	}),
	/** The id of the order, for the switches. Stripe has no such field. */
	order: v.nullable(v.string()),
});

export type StoredEvent = v.InferOutput<typeof eventSchema>;
export const events: DocumentKind<StoredEvent> = { name: "event", schema: eventSchema };

/** The event types that the sandbox emits, and the object in each. */
type EventObjects = {
	[type in `payment_intent.${"created" | "requires_action" | "processing" | "succeeded" | "payment_failed" | "canceled"}`]: Stripe.PaymentIntent;
} & {
	[type in `charge.${"succeeded" | "failed" | "refunded" | "updated"}`]: Stripe.Charge;
} & {
	[type in `refund.${"created" | "updated" | "failed"}` | "charge.refund.updated"]: Stripe.Refund;
} & {
	[type in `charge.dispute.${"created" | "updated" | "closed" | "funds_withdrawn" | "funds_reinstated"}`]: Stripe.Dispute;
} & { "radar.early_fraud_warning.created": Stripe.Radar.EarlyFraudWarning };

/**
 * Stores an event. If the webhook endpoint has subscribed to its type, queues its deliveries according to the switches.
 * @param object - a snapshot of the object
 * @param orderId - the order that the event concerns, or null
 * @param previousAttributes - for `….updated`: the previous values of the fields that changed
 */
export function emit<Type extends keyof EventObjects>(
	context: SandboxContext,
	type: Type,
	object: EventObjects[Type],
	orderId: string | null,
	previousAttributes?: Record<string, unknown>,
): void {
	const id = createId("evt");
	const snapshot = Object.fromEntries(Object.entries(object));
	const data = {
		object: snapshot,
		...(previousAttributes && { previous_attributes: previousAttributes }),
	};
	const event = { id, created: nowSeconds(context), type, data, order: orderId };
	context.store.put(events, id, event, orderId);
	const subscribedTypes = readWebhookEndpoint(context.store).events;
	if (!subscribedTypes.includes("*") && !subscribedTypes.includes(type)) return;
	const { webhooks, duplicate, delay } = getSwitches(context.store, orderId);
	const initialStates = { normal: "waiting", hold: "held", drop: "dropped" } as const;
	for (let copy = 0; copy <= duplicate; copy++) {
		context.deliveries.add(id, orderId, initialStates[webhooks], nowMs(context) + delay);
	}
	context.scheduleAlarm();
}

/** Returns the id of the order that the object's metadata names, or null. */
export function getOrderId(object: { metadata: Record<string, string> }): string | null {
	return object.metadata.order ?? null;
}
