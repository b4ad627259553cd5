import { Hono } from "hono";
import * as v from "valibot";
import type { AppEnv } from "../env.ts";
import { readJson } from "../json.ts";
import type { Kind, Store } from "../store.ts";

const endpoint = v.strictObject({
	/** Types of event that it is subscribed to; `*` for all. */
	events: v.optional(v.array(v.string()), [
		"payment_intent.succeeded",
		"payment_intent.processing",
		"payment_intent.payment_failed",
		"payment_intent.canceled",
		"charge.refunded",
		"refund.created",
		"refund.updated",
		"refund.failed",
		"charge.dispute.created",
		"charge.dispute.updated",
		"charge.dispute.closed",
		"charge.dispute.funds_withdrawn",
		"charge.dispute.funds_reinstated",
	]),
	/** The secret before the present one, while both sign (docs.stripe.com/webhooks#roll-endpoint-secrets). */
	previousSecret: v.optional(v.nullable(v.string()), null),
});

type Endpoint = v.InferOutput<typeof endpoint>;

const kind: Kind<Endpoint> = { name: "webhook-endpoint", schema: endpoint };
const only = "endpoint";

/** Returns the configuration of the shop's webhook endpoint, as in Stripe's dashboard. */
export function webhookEndpoint(store: Store): Endpoint {
	return store.get(kind, only) ?? v.parse(endpoint, {});
}

/** `/webhook-endpoint`: GET shows it, PUT sets it up, DELETE puts it back to what docs/deploy.md says. */
export const webhookEndpointRoutes = new Hono<AppEnv>()
	.get("/", (c) => c.json(webhookEndpoint(c.env.store)))
	.put("/", async (c) => {
		c.env.store.put(kind, only, await readJson(c, endpoint));
		return c.json(webhookEndpoint(c.env.store));
	})
	.delete("/", (c) => {
		c.env.store.remove(kind, only);
		return c.json(webhookEndpoint(c.env.store));
	});
