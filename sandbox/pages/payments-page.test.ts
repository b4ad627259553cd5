import { expect, test } from "vitest";
import {
	callSandbox,
	createOrderId,
	createStripe,
	startSandbox,
} from "../testing/start-sandbox.ts";

startSandbox();
const stripe = createStripe();

/** Submits a button's form as a browser without JavaScript does. */
const submitButton = (fields: Record<string, string>) =>
	callSandbox("/payments", {
		method: "POST",
		body: new URLSearchParams(fields),
		redirect: "manual",
	});

const readPage = async () => (await callSandbox("/payments")).text();

async function pay(payment_method = "pm_card_visa") {
	const { id } = await stripe.paymentIntents.create({
		amount: 12_500,
		currency: "usd",
		confirm: true,
		payment_method,
		metadata: { order: createOrderId() },
	});
	return id;
}

test("the buttons refund and dispute a payment", async () => {
	const refundedId = await pay("pm_card_pendingRefund");
	expect((await submitButton({ action: "refund", id: refundedId })).status).toBe(303);
	const [refund] = (await stripe.refunds.list({ payment_intent: refundedId })).data;
	expect(await readPage()).toContain("Refund of $125.00: pending");
	await submitButton({ action: "settle-refund", id: refund?.id ?? "", outcome: "failed" });
	expect(await readPage()).toContain("Refund of $125.00: failed");

	const disputedId = await pay();
	await submitButton({ action: "dispute", id: disputedId });
	const [dispute] = (await stripe.disputes.list({ payment_intent: disputedId })).data;
	expect(dispute).toMatchObject({ status: "needs_response" });
	await submitButton({ action: "step", id: dispute?.id ?? "", step: "won" });
	expect(await readPage()).toContain("Dispute of $125.00: won");
});

test("a payment from another app has no order", async () => {
	await submitButton({ action: "other-app" });
	expect(await readPage()).toMatch(/\$888\.00: succeeded<\/h2>\s*<p>Order none/);
});

test("a rejected action shows Stripe's error message", async () => {
	const id = await pay("pm_card_createDispute");
	const response = await submitButton({ action: "refund", id });
	expect(response.status).toBe(400);
	expect(await response.text()).toContain("has been charged back");
	expect((await submitButton({ action: "unknown", id })).status).toBe(400);
});
