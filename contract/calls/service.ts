import * as v from "valibot";
import { defineCall } from "./call.ts";

/** Calls that belong to no resource of the shop: sales chart, Google sign-in, Stripe webhook, health check and API reference. */
export const serviceCalls = {
	getChart: defineCall("GET", "/data.json", {
		summary: "Data for the sales chart",
		note: "A static file.",
		access: "anyone",
		response: v.array(v.object({ month: v.string(), sell: v.number(), revenue: v.number() })),
		hasETag: true,
	}),
	startGoogleSignIn: defineCall("GET", "/auth/google", {
		summary: "Sign in with Google",
		note: "Open it in a browser.",
		access: "anyone",
		query: v.object({ from: v.optional(v.string()) }),
		rawResponse: {
			status: 303,
			mediaType: null,
			note: "Redirects to Google, or to /login if Google sign-in is unavailable.",
		},
	}),
	finishGoogleSignIn: defineCall("GET", "/auth/google/callback", {
		summary: "Google's redirect back to the shop",
		access: "anyone",
		rawResponse: {
			status: 303,
			mediaType: null,
			note: "Redirects to the page requested before the sign-in, or to /login with the reason if it failed.",
		},
	}),
	receiveStripeEvent: defineCall("POST", "/webhooks/stripe", {
		summary: "Receive a Stripe webhook event",
		access: "stripe",
		upload: { type: "application/json", note: "An event signed by Stripe." },
		response: v.object({ received: v.boolean() }),
		errors: ["invalid_json", "invalid_signature", "payload_too_large", "payment_unavailable"],
	}),
	checkHealth: defineCall("GET", "/healthz", {
		summary: "Whether the shop and its database respond",
		access: "anyone",
		response: v.object({ ok: v.boolean() }),
	}),
	getOpenApiDocument: defineCall("GET", "/openapi.json", {
		summary: "This reference as an OpenAPI 3.1 document",
		access: "anyone",
		rawResponse: { status: 200, mediaType: "application/json", note: "The document." },
		hasETag: true,
	}),
};
