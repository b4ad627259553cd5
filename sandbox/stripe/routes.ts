import { Hono } from "hono";
import type { AppEnv } from "../env.ts";
import { eventRoutes } from "./events.ts";
import { intentRoutes } from "./intent-routes.ts";
import { ledgerRoutes } from "./ledger.ts";
import { methodRoutes } from "./method-routes.ts";
import { refundRoutes } from "./refund-routes.ts";
import { switchRoutes } from "./switches.ts";

const api = new Hono<AppEnv>()
	.route("/payment_intents", intentRoutes)
	.route("/payment_methods", methodRoutes)
	.route("/refunds", refundRoutes)
	.all("/*", (c) => {
		const message = `Unrecognized request URL (${c.req.method}: ${c.req.path}).`;
		return c.json({ error: { type: "invalid_request_error", message } }, 404);
	});

/** `/__sandbox/stripe`: the API under `/v1`, and what tests steer and read it with. */
export const stripe = new Hono<AppEnv>()
	.route("/v1", api)
	.route("/switches", switchRoutes)
	.route("/", eventRoutes)
	.route("/", ledgerRoutes);
