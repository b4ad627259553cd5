import type Stripe from "stripe";
import type { StoredEvent } from "../event-log.ts";
import { apiVersion } from "./api-version.ts";

/** An event with any `type`. The SDK's own type is a union with a member for each `type`. */
type EventJson = Omit<Stripe.EventBase, "type" | "data"> & {
	type: string;
	data: StoredEvent["data"];
};

/** Returns an event in the format in which Stripe delivers it, without the sandbox's own `order` field. */
export function renderEvent({ order: _, ...event }: StoredEvent): EventJson {
	return {
		...event,
		object: "event",
		api_version: apiVersion,
		livemode: false,
		pending_webhooks: 1,
		request: { id: null, idempotency_key: null },
	};
}

/** Returns a list in the format of Stripe's API. */
export function renderList(url: string, data: unknown[], hasMore: boolean) {
	return { object: "list", data, has_more: hasMore, url };
}
