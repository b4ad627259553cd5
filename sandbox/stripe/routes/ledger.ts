import { Hono } from "hono";
import type { AppEnv } from "../../env.ts";
import { events } from "../event-log.ts";
import { charges, disputes, fraudWarnings, paymentIntents, refunds } from "../objects.ts";
import { renderCharge } from "../render/charge.ts";
import { renderDispute, renderFraudWarning } from "../render/dispute.ts";
import { renderEvent } from "../render/event.ts";
import { renderIntent } from "../render/intent.ts";
import { renderRefund } from "../render/refund.ts";

/**
 * Serves `/ledger.json`: all payments, refunds, disputes and events with their deliveries, newest first; `?order=` filters
 * them. Serves `/exchanges.json`: the recorded requests and responses, which tests check against Stripe's schema.
 */
export const ledgerRoutes = new Hono<AppEnv>()
	.get("/exchanges.json", (c) => c.json(c.env.recorder.list()))
	.get("/ledger.json", (c) => {
		const { store, deliveries } = c.env;
		const orderId = c.req.query("order");
		return c.json({
			intents: store.list(paymentIntents, orderId).map((intent) => renderIntent(store, intent)),
			charges: store.list(charges, orderId).map(renderCharge),
			refunds: store.list(refunds, orderId).map(renderRefund),
			disputes: store.list(disputes, orderId).map((dispute) => renderDispute(store, dispute)),
			warnings: store
				.list(fraudWarnings, orderId)
				.map((warning) => renderFraudWarning(store, warning)),
			events: store
				.list(events, orderId)
				.map((event) => ({ ...renderEvent(event), deliveries: deliveries.listByEvent(event.id) })),
		});
	});
