import { Hono } from "hono";
import * as v from "valibot";
import type { AppEnv, SandboxContext } from "../../env.ts";
import { readJson } from "../../read-json.ts";
import { nowMs } from "../clock.ts";
import { events } from "../event-log.ts";
import { sendDelivery } from "../send-webhook.ts";
import type { Delivery } from "../webhook-queue.ts";

/**
 * Sends deliveries one after the other.
 * @returns the status of each response
 */
export async function sendAll(context: SandboxContext, deliveries: Delivery[]) {
	const results: { event: string; status: number }[] = [];
	for (const delivery of deliveries) {
		results.push({ event: delivery.eventId, status: await sendDelivery(context, delivery) });
	}
	return results;
}

const releaseInput = v.strictObject({
	order: v.optional(v.string()),
	reverse: v.optional(v.boolean(), false),
});

/** Serves endpoints that send held webhooks or resend an event. They respond with the statuses of the shop's responses. */
export const webhookRoutes = new Hono<AppEnv>()
	.post("/switches/release", async (c) => {
		const { order, reverse } = await readJson(c, releaseInput);
		const held = c.env.deliveries.claimHeld(order ?? null);
		return c.json({ sent: await sendAll(c.env, reverse ? held.toReversed() : held) });
	})
	.post("/events/:id/deliver", async (c) => {
		const event = c.env.store.get(events, c.req.param("id"));
		if (!event) return c.json({ message: "No such event." }, 404);
		const delivery = c.env.deliveries.add(event.id, event.order, "sending", nowMs(c.env));
		return c.json({ sent: await sendAll(c.env, [delivery]) });
	});
