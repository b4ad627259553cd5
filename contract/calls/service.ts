import * as v from "valibot";
import { defineCall } from "./call.ts";

export const serviceCalls = {
	getChart: defineCall("GET", "/data.json", {
		summary: "The records of the sales chart",
		note: "A static file.",
		access: "anyone",
		response: v.array(v.object({ month: v.string(), sell: v.number(), revenue: v.number() })),
		revalidates: true,
	}),
	startGoogle: defineCall("GET", "/auth/google", {
		summary: "Sign in with Google",
		note: "Open it in a browser.",
		access: "anyone",
		query: v.object({ from: v.optional(v.string()) }),
		otherResponse: { status: 303, type: null, note: "To Google, or to /login if unavailable." },
	}),
	finishGoogle: defineCall("GET", "/auth/google/callback", {
		summary: "Google's redirect back to the shop",
		access: "anyone",
		otherResponse: {
			status: 303,
			type: null,
			note: "To the page in `from` after signing in, otherwise to /login with the reason.",
		},
	}),
	receiveStripeEvent: defineCall("POST", "/webhooks/stripe", {
		summary: "Stripe's events",
		access: "stripe",
		upload: { type: "application/json", note: "An event signed by Stripe." },
		response: v.object({ received: v.boolean() }),
		errors: ["invalid_signature", "payload_too_large", "payment_unavailable"],
	}),
	checkHealth: defineCall("GET", "/healthz", {
		summary: "Whether the shop and its database respond",
		access: "anyone",
		response: v.object({ ok: v.boolean() }),
	}),
	getDocument: defineCall("GET", "/openapi.json", {
		summary: "This reference as OpenAPI 3.1",
		access: "anyone",
		otherResponse: { status: 200, type: "application/json", note: "The document." },
		revalidates: true,
	}),
};
