import { Hono } from "hono";
import * as v from "valibot";
import type { AppEnv } from "../env.ts";
import { readJson } from "../json.ts";
import { settleIntent } from "./confirming.ts";
import { StripeError } from "./errors.ts";
import { requireIntent } from "./intents.ts";
import { charges, events, paymentIntents, refunds } from "./objects.ts";
import { renderCharge, renderEvent, renderIntent, renderRefund } from "./render.ts";

const settlement = v.strictObject({ outcome: v.picklist(["succeeded", "failed"]) });

/** `/ledger.json` (`?order=`): all the money there is, newest first, and what the shop was told of it. */
export const ledgerRoutes = new Hono<AppEnv>()
	.get("/ledger.json", (c) => {
		const { store, deliveries } = c.env;
		const order = c.req.query("order");
		return c.json({
			intents: store.list(paymentIntents, order).map(renderIntent),
			charges: store.list(charges, order).map(renderCharge),
			refunds: store.list(refunds, order).map(renderRefund),
			events: store
				.list(events, order)
				.map((event) => ({ ...renderEvent(event), deliveries: deliveries.ofEvent(event.id) })),
		});
	})
	.post("/intents/:id/settle", async (c) => {
		const { outcome } = await readJson(c, settlement);
		const world = c.env;
		try {
			const intent = requireIntent(world, c.req.param("id"));
			return c.json(renderIntent(world.atomically(() => settleIntent(world, intent, outcome))));
		} catch (error) {
			if (!(error instanceof StripeError)) throw error;
			return c.json({ message: error.message }, error.status === 404 ? 404 : 409);
		}
	});
