import { Hono } from "hono";
import * as v from "valibot";
import type { AppEnv } from "../env.ts";
import { readJson } from "../read-json.ts";
import type { DocumentKind, Store } from "../store.ts";

const endpointSchema = v.strictObject({
	/** Event types to which the endpoint has subscribed; `*` means all. */
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
	/** While the signing secret is being rolled, webhooks are signed with both the old and the new one (docs.stripe.com/webhooks#roll-endpoint-secrets). */
	previousSecret: v.optional(v.nullable(v.string()), null),
});

type Endpoint = v.InferOutput<typeof endpointSchema>;

const endpoints: DocumentKind<Endpoint> = { name: "webhook-endpoint", schema: endpointSchema };
const documentId = "endpoint";

/** Returns the configuration of the shop's webhook endpoint, which is set in Stripe's Dashboard. */
export function readWebhookEndpoint(store: Store): Endpoint {
	return store.get(endpoints, documentId) ?? v.parse(endpointSchema, {});
}

/** Serves `/webhook-endpoint`: GET returns the configuration, PUT sets it, DELETE resets it to the one in docs/deploy.md. */
export const webhookEndpointRoutes = new Hono<AppEnv>()
	.get("/", (c) => c.json(readWebhookEndpoint(c.env.store)))
	.put("/", async (c) => {
		c.env.store.put(endpoints, documentId, await readJson(c, endpointSchema));
		return c.json(readWebhookEndpoint(c.env.store));
	})
	.delete("/", (c) => {
		c.env.store.remove(endpoints, documentId);
		return c.json(readWebhookEndpoint(c.env.store));
	});
