import { expect, test } from "vitest";
import { call, makeStripe, newOrder, startSandbox } from "../testing/harness.ts";

startSandbox();
const stripe = makeStripe();

/** Presses a button of the page as a browser without script does. */
const press = (fields: Record<string, string>) =>
	call("/payments", { method: "POST", body: new URLSearchParams(fields), redirect: "manual" });

const page = async () => (await call("/payments")).text();

async function pay(payment_method = "pm_card_visa") {
	const { id } = await stripe.paymentIntents.create({
		...{ amount: 12_500, currency: "usd", confirm: true, payment_method },
		metadata: { order: newOrder() },
	});
	return id;
}

test("a payment is refunded and disputed by buttons, as in Stripe's dashboard", async () => {
	const refunded = await pay("pm_card_pendingRefund");
	expect((await press({ action: "refund", id: refunded })).status).toBe(303);
	const [refund] = (await stripe.refunds.list({ payment_intent: refunded })).data;
	expect(await page()).toContain("Refund of $125.00: pending");
	await press({ action: "settle-refund", id: refund?.id ?? "", outcome: "failed" });
	expect(await page()).toContain("Refund of $125.00: failed");

	const disputed = await pay();
	await press({ action: "dispute", id: disputed });
	const [dispute] = (await stripe.disputes.list({ payment_intent: disputed })).data;
	expect(dispute).toMatchObject({ status: "needs_response" });
	await press({ action: "step", id: dispute?.id ?? "", step: "won" });
	expect(await page()).toContain("Dispute of $125.00: won");
});

test("another app's payment is one without an order of the shop", async () => {
	await press({ action: "other-app" });
	expect(await page()).toMatch(/\$888\.00: succeeded<\/h2>\s*<p>Order none/);
});

test("what Stripe refuses is said", async () => {
	const id = await pay("pm_card_createDispute");
	const response = await press({ action: "refund", id });
	expect(response.status).toBe(400);
	expect(await response.text()).toContain("has been charged back");
	expect((await press({ action: "bless", id })).status).toBe(400);
});
