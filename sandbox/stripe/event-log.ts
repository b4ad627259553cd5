import type Stripe from "stripe";
import * as v from "valibot";
import type { SandboxContext } from "../env.ts";
import type { Kind } from "../store.ts";
import { clockMs, unixNow } from "./clock.ts";
import { makeId } from "./ids.ts";
import { switchesFor } from "./switches.ts";
import { webhookEndpoint } from "./webhook-endpoint.ts";

const event = v.object({
	id: v.string(),
	created: v.number(),
	type: v.string(),
	data: v.object({
		object: v.record(v.string(), v.unknown()),
		previous_attributes: v.exactOptional(v.record(v.string(), v.unknown())),
	}),
	/** Not Stripe's: the order it is about, for the switches. */
	order: v.nullable(v.string()),
});

export type StoredEvent = v.InferOutput<typeof event>;
export const events: Kind<StoredEvent> = { name: "event", schema: event };

/** The types of event that the sandbox makes, with the object that each carries. */
type Snapshots = {
	[type in `payment_intent.${"created" | "requires_action" | "processing" | "succeeded" | "payment_failed" | "canceled"}`]: Stripe.PaymentIntent;
} & {
	[type in `charge.${"succeeded" | "failed" | "refunded" | "updated"}`]: Stripe.Charge;
} & {
	[type in `refund.${"created" | "updated" | "failed"}` | "charge.refund.updated"]: Stripe.Refund;
} & {
	[type in `charge.dispute.${"created" | "updated" | "closed" | "funds_withdrawn" | "funds_reinstated"}`]: Stripe.Dispute;
} & { "radar.early_fraud_warning.created": Stripe.Radar.EarlyFraudWarning };

/**
 * Records an event with the object as it is now, and has it delivered as the switches say: to an endpoint that has
 * subscribed to its type.
 * @param order which order it is about, or null
 * @param previous for `….updated`: what the changed fields held before
 */
export function emit<Type extends keyof Snapshots>(
	context: SandboxContext,
	type: Type,
	object: Snapshots[Type],
	order: string | null,
	previous?: Record<string, unknown>,
): void {
	const id = makeId("evt");
	const snapshot = Object.fromEntries(Object.entries(object));
	const data = { object: snapshot, ...(previous && { previous_attributes: previous }) };
	context.store.put(events, id, { id, created: unixNow(context), type, data, order }, order);
	const subscribed = webhookEndpoint(context.store).events;
	if (!subscribed.includes("*") && !subscribed.includes(type)) return;
	const { webhooks, duplicate, delay } = switchesFor(context.store, order);
	const state = { normal: "waiting", hold: "held", drop: "dropped" } as const;
	for (let copy = 0; copy <= duplicate; copy++) {
		context.deliveries.add(id, order, state[webhooks], clockMs(context) + delay);
	}
	context.scheduleAlarm();
}

/** Returns which order an object of Stripe's is about, by its metadata. */
export function orderOf(object: { metadata: Record<string, string> }): string | null {
	return object.metadata.order ?? null;
}
