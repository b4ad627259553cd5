import { expect, test } from "vitest";
import { payments, stripeEvents } from "#worker/db/schema.ts";
import { createPaymentFixture } from "../../../tests/model/payment-fixture.ts";
import { receiveEvent } from "./webhook.ts";

/** Signs an event as Stripe does. */
async function sign(fixture: Awaited<ReturnType<typeof createPaymentFixture>>, event: object) {
	const payload = JSON.stringify(event);
	const { webhooks } = fixture.stripe.sdk;
	const header = { payload, secret: "whsec_sandbox" };
	return { payload, signature: await webhooks.generateTestHeaderStringAsync(header) };
}

test.each([
	["an API v2 thin event", { object: "v2.core.event", id: "evt_2", type: "v1.billing.x" }],
	["an object that is not an event", { object: "list", data: [] }],
])("%s is acknowledged and has no effect", async (_, event) => {
	const fixture = await createPaymentFixture();
	const { payload, signature } = await sign(fixture, event);
	const { context, calls } = fixture.recordStripeCalls(null);
	await expect(receiveEvent(context, payload, signature)).resolves.toBeUndefined();
	await expect(receiveEvent(context, `${payload} `, signature)).rejects.toMatchObject({
		status: 400,
	});
	expect(calls).toEqual([]);
	expect(await fixture.db.select().from(stripeEvents)).toEqual([]);
});

test("trusts only the ids in an event, not its amounts", async () => {
	const fixture = await createPaymentFixture();
	const object = {
		object: "refund",
		id: "re_made_up",
		payment_intent: fixture.intentId,
		amount: 7_996,
		status: "succeeded",
	};
	const event = { object: "event", id: "evt_3", type: "refund.created", data: { object } };
	const { payload, signature } = await sign(fixture, event);
	await receiveEvent(fixture.createContext(null), payload, signature);
	expect(await fixture.db.select().from(payments)).toMatchObject([
		{ status: "open", refundedCents: 0 },
	]);
});

test("an event from another app on the Stripe account is ignored without a call to Stripe", async () => {
	const fixture = await createPaymentFixture();
	const object = {
		object: "payment_intent",
		id: "pi_of_another_app",
		metadata: { shop: "another" },
	};
	const event = {
		object: "event",
		id: "evt_4",
		type: "payment_intent.succeeded",
		data: { object },
	};
	const { payload, signature } = await sign(fixture, event);
	const { context, calls } = fixture.recordStripeCalls(null);
	await receiveEvent(context, payload, signature);
	expect(calls).toEqual([]);
	expect(await fixture.db.$count(stripeEvents), "no event is stored").toBe(0);
});

test("an event that is not about a payment is acknowledged and not stored", async () => {
	const fixture = await createPaymentFixture();
	const object = { object: "charge", id: "ch_1", payment_intent: null };
	const event = { object: "event", id: "evt_5", type: "charge.refunded", data: { object } };
	const { payload, signature } = await sign(fixture, event);
	await receiveEvent(fixture.createContext(null), payload, signature);
	expect(await fixture.db.$count(stripeEvents)).toBe(0);
});

test("an event delivered twice at the same time causes no error and is stored once", async () => {
	const fixture = await createPaymentFixture();
	const object = { object: "payment_intent", id: fixture.intentId };
	const event = { object: "event", id: "evt_6", type: "payment_intent.created", data: { object } };
	const { payload, signature } = await sign(fixture, event);
	let isFirst = true;
	const context = fixture.createContext(null, async (queries) => {
		if (!isFirst || !queries.some((call) => call.includes('insert into "stripe_events"'))) return;
		isFirst = false;
		await receiveEvent(fixture.createContext(null), payload, signature);
	});
	await receiveEvent(context, payload, signature);
	expect(isFirst).toBe(false);
	expect(await fixture.db.$count(stripeEvents)).toBe(1);
});
