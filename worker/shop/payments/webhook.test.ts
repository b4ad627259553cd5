import { expect, test } from "vitest";
import { payments, stripeEvents } from "#worker/db/schema.ts";
import { setPaymentScene } from "../../../tests/model/payment-scene.ts";
import { receiveEvent } from "./webhook.ts";

/** @returns a body as Stripe would send and sign it */
async function sign(scene: Awaited<ReturnType<typeof setPaymentScene>>, event: object) {
	const payload = JSON.stringify(event);
	const { webhooks } = scene.stripe.sdk;
	const header = { payload, secret: "whsec_sandbox" };
	return { payload, signature: await webhooks.generateTestHeaderStringAsync(header) };
}

test.each([
	["a thin event of API v2", { object: "v2.core.event", id: "evt_2", type: "v1.billing.x" }],
	["what is no event", { object: "list", data: [] }],
])("%s is answered and left alone", async (_, event) => {
	const scene = await setPaymentScene();
	const { payload, signature } = await sign(scene, event);
	const { shop, calls } = scene.watchCalls(null);
	await expect(receiveEvent(shop, payload, signature)).resolves.toBeUndefined();
	await expect(receiveEvent(shop, `${payload} `, signature)).rejects.toMatchObject({
		refusal: "invalid",
	});
	expect(calls).toEqual([]);
	expect(await scene.db.select().from(stripeEvents)).toEqual([]);
});

test("an event shows only where to look: what it says of the money is not believed", async () => {
	const scene = await setPaymentScene();
	const object = {
		object: "refund",
		id: "re_made_up",
		payment_intent: scene.intent,
		amount: 7_996,
		status: "succeeded",
	};
	const event = { object: "event", id: "evt_3", type: "refund.created", data: { object } };
	const { payload, signature } = await sign(scene, event);
	await receiveEvent(scene.shopOf(null), payload, signature);
	expect(await scene.db.select().from(payments)).toMatchObject([
		{ status: "open", refundedCents: 0 },
	]);
});

test("what another program's event shows of itself is believed: Stripe is not asked", async () => {
	const scene = await setPaymentScene();
	const object = { object: "payment_intent", id: "pi_foreign", metadata: { shop: "another" } };
	const event = {
		object: "event",
		id: "evt_4",
		type: "payment_intent.succeeded",
		data: { object },
	};
	const { payload, signature } = await sign(scene, event);
	const { shop, calls } = scene.watchCalls(null);
	await receiveEvent(shop, payload, signature);
	expect(calls).toEqual([]);
});
