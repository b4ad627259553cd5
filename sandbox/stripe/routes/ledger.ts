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
 * `/ledger.json` (`?order=`): all the money there is, newest first, and the events sent to the shop about it. `/tape.json`: each
 * shape of request and answer that there was, for the check against Stripe's schema.
 */
export const ledgerRoutes = new Hono<AppEnv>()
	.get("/tape.json", (c) => c.json(c.env.tape.exchanges()))
	.get("/ledger.json", (c) => {
		const { store, deliveries } = c.env;
		const order = c.req.query("order");
		return c.json({
			intents: store.list(paymentIntents, order).map((each) => renderIntent(store, each)),
			charges: store.list(charges, order).map(renderCharge),
			refunds: store.list(refunds, order).map(renderRefund),
			disputes: store.list(disputes, order).map((each) => renderDispute(store, each)),
			warnings: store.list(fraudWarnings, order).map((each) => renderFraudWarning(store, each)),
			events: store
				.list(events, order)
				.map((event) => ({ ...renderEvent(event), deliveries: deliveries.ofEvent(event.id) })),
		});
	});
