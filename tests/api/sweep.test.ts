import { afterAll, expect, test } from "vitest";
import { stripeEvents } from "#worker/db/schema.ts";
import { startShop } from "../support/shop.ts";

const shop = await startShop();
afterAll(shop.stop);

const day = 24 * 60 * 60 * 1000;

test("events are remembered for thirty days", async () => {
	const now = Date.now();
	const event = (id: string, age: number) => ({
		id,
		type: "payment_intent.succeeded",
		receivedAt: new Date(now - age),
	});
	await shop.db
		.insert(stripeEvents)
		.values([event("old", 30 * day + 1), event("young", 30 * day - 60_000)]);
	await shop.sweep(new Date(now));
	const left = await shop.db.select({ id: stripeEvents.id }).from(stripeEvents);
	expect(left).toEqual([{ id: "young" }]);
});
