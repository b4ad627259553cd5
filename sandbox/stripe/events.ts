import { Hono } from "hono";
import * as v from "valibot";
import type { AppEnv, World } from "../env.ts";
import { readJson } from "../json.ts";
import { sendDelivery } from "./delivery.ts";
import type { Delivery } from "./delivery-queue.ts";
import { makeId, unixNow } from "./ids.ts";
import { type Event, events } from "./objects.ts";
import { switchesFor } from "./switches.ts";

/** Records an event with the object as it is now, and has it delivered as the switches say. */
export function emit(
	world: World,
	type: Event["type"],
	object: { id: string; metadata: Record<string, string> },
): void {
	const id = makeId("evt");
	const order = orderOf(object);
	world.store.put(events, id, { id, created: unixNow(), type, data: { object }, order }, order);
	const { webhooks, duplicate, delay } = switchesFor(world.store, order);
	const state = { normal: "waiting", hold: "held", drop: "dropped" } as const;
	for (let copy = 0; copy <= duplicate; copy++) {
		world.deliveries.add(id, order, state[webhooks], Date.now() + delay);
	}
	world.wake();
}

/** Tells which order an object of Stripe's is about, by its metadata. */
export function orderOf(object: { metadata: Record<string, string> }): string | null {
	return object.metadata.order ?? null;
}

async function sendAll(world: World, deliveries: Delivery[]) {
	const sent: { event: string; status: number }[] = [];
	for (const delivery of deliveries) {
		sent.push({ event: delivery.event, status: await sendDelivery(world, delivery) });
	}
	return sent;
}

const release = v.strictObject({
	order: v.optional(v.string()),
	reverse: v.optional(v.boolean(), false),
});

/** Delivering by hand: both calls answer when the shop has, with its statuses. */
export const eventRoutes = new Hono<AppEnv>()
	.post("/switches/release", async (c) => {
		const { order, reverse } = await readJson(c, release);
		const held = c.env.deliveries.claimHeld(order ?? null);
		return c.json({ sent: await sendAll(c.env, reverse ? held.toReversed() : held) });
	})
	.post("/events/:id/deliver", async (c) => {
		const event = c.env.store.get(events, c.req.param("id"));
		if (!event) return c.json({ message: "No such event." }, 404);
		const delivery = c.env.deliveries.add(event.id, event.order, "sending", Date.now());
		return c.json({ sent: await sendAll(c.env, [delivery]) });
	});
