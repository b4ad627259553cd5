import type Stripe from "stripe";
import type { StoredEvent } from "../event-log.ts";
import { apiVersion } from "./version.ts";

/** An event as its JSON is; the SDK's own type is a union of one type for each `type`. */
type EventJson = Omit<Stripe.EventBase, "type" | "data"> & {
	type: string;
	data: StoredEvent["data"];
};

/** Shows an event as Stripe delivers it. */
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

/** Shows a list as Stripe's API does. */
export function renderList(url: string, data: unknown[], hasMore: boolean) {
	return { object: "list", data, has_more: hasMore, url };
}
