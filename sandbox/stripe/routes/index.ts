import { Hono } from "hono";
import type { AppEnv } from "../../env.ts";
import { rateLimitRoutes } from "../rate-limit.ts";
import { switchRoutes } from "../switches.ts";
import { webhookEndpointRoutes } from "../webhook-endpoint.ts";
import { chargeRoutes } from "./charges.ts";
import { clockRoutes } from "./clock.ts";
import { dashboardRoutes } from "./dashboard.ts";
import { disputeRoutes } from "./disputes.ts";
import { intentRoutes } from "./intents.ts";
import { ledgerRoutes } from "./ledger.ts";
import { methodRoutes } from "./methods.ts";
import { readOnlyRoutes } from "./read-only.ts";
import { refundRoutes } from "./refunds.ts";
import { webhookRoutes } from "./webhooks.ts";

const api = new Hono<AppEnv>()
	.route("/payment_intents", intentRoutes)
	.route("/payment_methods", methodRoutes)
	.route("/charges", chargeRoutes)
	.route("/refunds", refundRoutes)
	.route("/disputes", disputeRoutes)
	.route("/", readOnlyRoutes)
	.all("/*", (c) => {
		const path = c.req.path.replace(/^.*(?=\/v1)/, "");
		const message = `Unrecognized request URL (${c.req.method}: ${path}). Please see https://stripe.com/docs or we can help at https://support.stripe.com/.`;
		return c.json({ error: { type: "invalid_request_error", message } }, 404);
	});

/** Serves `/__sandbox/stripe`: the API under `/v1`, and the controls of the mock. */
export const stripe = new Hono<AppEnv>()
	.route("/v1", api)
	.route("/switches", switchRoutes)
	.route("/rate-limit", rateLimitRoutes)
	.route("/webhook-endpoint", webhookEndpointRoutes)
	.route("/clock", clockRoutes)
	.route("/", dashboardRoutes)
	.route("/", webhookRoutes)
	.route("/", ledgerRoutes);
