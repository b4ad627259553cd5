import { expect, test } from "vitest";
import {
	callSandbox,
	createOrderId,
	createStripe,
	readEventTypes,
	sendJson,
	startSandbox,
} from "../testing/start-sandbox.ts";

startSandbox();
const stripe = createStripe();

async function pay(method = "pm_card_visa", orderId = createOrderId()) {
	const { id } = await stripe.paymentIntents.create({
		amount: 2599,
		currency: "usd",
		confirm: true,
		payment_method: method,
		metadata: { order: orderId },
	});
	return { orderId, id };
}

async function getCharge(id: string) {
	const expand = ["latest_charge"];
	const { latest_charge: charge } = await stripe.paymentIntents.retrieve(id, { expand });
	if (typeof charge !== "object" || charge === null) throw new Error("The charge is not expanded.");
	return charge;
}

const paymentEvents = ["payment_intent.created", "charge.succeeded", "payment_intent.succeeded"];

test("refunds part of a charge, then the remaining amount", async () => {
	const { id } = await pay();
	const refund = await stripe.refunds.create({
		payment_intent: id,
		amount: 1000,
		reason: "requested_by_customer",
		metadata: { note: "two pieces" },
	});
	expect(refund).toMatchObject({
		status: "succeeded",
		amount: 1000,
		reason: "requested_by_customer",
	});
	expect(refund).not.toHaveProperty("failure_reason");
	expect(await getCharge(id)).toMatchObject({ amount_refunded: 1000, refunded: false });
	await stripe.refunds.create({ payment_intent: id });
	expect(await getCharge(id)).toMatchObject({ amount_refunded: 2599, refunded: true });
	const refundEvents = ["refund.created", "charge.refunded"];
	expect(await readEventTypes(id)).toEqual([...paymentEvents, ...refundEvents, ...refundEvents]);
});

test("a refund to the pending refund test card succeeds after a minute", async () => {
	const { id } = await pay("pm_card_pendingRefund");
	const { id: refundId } = await stripe.refunds.create({ payment_intent: id });
	expect(await stripe.refunds.retrieve(refundId)).toMatchObject({
		status: "pending",
		pending_reason: "processing",
		balance_transaction: null,
	});
	expect(await getCharge(id)).toMatchObject({ amount_refunded: 0, refunded: false });
	await expect(stripe.refunds.create({ payment_intent: id })).rejects.toMatchObject({
		code: "charge_already_refunded",
	});
	await sendJson("POST", "/stripe/clock", { advance: 61_000 });
	const settled = await stripe.refunds.retrieve(refundId);
	expect(settled).toMatchObject({ status: "succeeded" });
	expect(settled).not.toHaveProperty("pending_reason");
	expect(await getCharge(id)).toMatchObject({ amount_refunded: 2599, refunded: true });
	expect((await readEventTypes(id)).slice(3)).toEqual([
		"refund.created",
		"charge.refunded",
		"refund.updated",
		"charge.refund.updated",
	]);
});

test("a refund to the failing refund test card succeeds, then fails after a minute", async () => {
	const { id } = await pay("pm_card_refundFail");
	const refund = await stripe.refunds.create({ payment_intent: id });
	expect(refund).toMatchObject({ status: "succeeded" });
	expect(await getCharge(id)).toMatchObject({ refunded: true });
	await sendJson("POST", "/stripe/clock", { advance: 61_000 });
	expect(await stripe.refunds.retrieve(refund.id)).toMatchObject({
		status: "failed",
		failure_reason: "expired_or_canceled_card",
		failure_balance_transaction: expect.stringMatching(/^txn_/),
	});
	expect(await getCharge(id)).toMatchObject({ amount_refunded: 0, refunded: false });
	expect((await readEventTypes(id)).at(-1)).toBe("refund.failed");
});

test("a refund larger than the account's balance stays pending or is rejected", async () => {
	const { id, orderId } = await pay();
	await sendJson("PUT", "/stripe/switches", { order: orderId, refunds: "insufficient_funds" });
	const refund = await stripe.refunds.create({ payment_intent: id });
	expect(refund).toMatchObject({ status: "pending", pending_reason: "insufficient_funds" });
	const settlement = { outcome: "failed", reason: "insufficient_funds" };
	expect((await sendJson("POST", `/stripe/refunds/${refund.id}/settle`, settlement)).status).toBe(
		200,
	);
	const failed = await stripe.refunds.retrieve(refund.id);
	expect(failed).toMatchObject({ status: "failed", failure_reason: "insufficient_funds" });
	expect(failed).not.toHaveProperty("failure_balance_transaction");
	expect((await sendJson("POST", `/stripe/refunds/${refund.id}/settle`, settlement)).status).toBe(
		409,
	);
	await sendJson("PUT", "/stripe/switches", { order: orderId, refunds: "rejected" });
	await expect(stripe.refunds.create({ payment_intent: id })).rejects.toMatchObject({
		statusCode: 400,
		code: "balance_insufficient",
	});
	await sendJson("PUT", "/stripe/switches", { order: orderId });
	expect(await stripe.refunds.create({ payment_intent: id })).toMatchObject({
		status: "succeeded",
	});
});

test("control endpoints refund a payment like the Dashboard and charge a card like another app", async () => {
	const { id } = await pay();
	await sendJson("POST", `/stripe/intents/${id}/refund`, { amount: 600 });
	expect(await getCharge(id)).toMatchObject({ amount_refunded: 600 });
	const orderId = createOrderId();
	const response = await sendJson("POST", "/stripe/other-app", {
		amount: 88_800,
		metadata: { order: orderId },
	});
	expect(await response.json()).toMatchObject({
		status: "succeeded",
		metadata: { order: orderId },
	});
	const { events }: { events: object[] } = await (
		await callSandbox(`/stripe/ledger.json?order=${orderId}`)
	).json();
	expect(events[0]).toMatchObject({ type: "payment_intent.succeeded", deliveries: [{}] });
});

test.each([
	[
		{},
		{
			message: expect.stringContaining("One of the following params"),
			code: undefined,
			param: undefined,
		},
	],
	[{ charge: "ch_none" }, { statusCode: 404, code: "resource_missing", param: "id" }],
	[{ payment_intent: "pi_none" }, { statusCode: 404, code: "resource_missing" }],
	[
		{ charge: "ch_none", reason: "expired_uncaptured_charge" },
		{ param: "reason", code: undefined },
	],
	[
		{ charge: "ch_none", instructions: "x" },
		{ param: "instructions", code: "parameter_unknown" },
	],
])("rejects a refund with %o", async (params, error) => {
	await expect(stripe.refunds.create(params as object)).rejects.toMatchObject(error);
});

test("rejects a refund larger than the unrefunded amount", async () => {
	const { id } = await pay();
	await stripe.refunds.create({ payment_intent: id, amount: 2000 });
	await expect(stripe.refunds.create({ payment_intent: id, amount: 600 })).rejects.toMatchObject({
		statusCode: 400,
		param: "amount",
		code: undefined,
		message: "Refund amount ($6.00) is greater than unrefunded amount on charge ($5.99)",
	});
	expect(await stripe.refunds.create({ payment_intent: id })).toMatchObject({ amount: 599 });
});

test("refunds the full charge by default and rejects a second refund", async () => {
	const { id } = await pay();
	const refund = await stripe.refunds.create({ payment_intent: id });
	expect(refund).toMatchObject({ status: "succeeded", amount: 2599, payment_intent: id });
	expect(await stripe.refunds.retrieve(refund.id)).toMatchObject({ id: refund.id });
	await expect(stripe.refunds.create({ payment_intent: id })).rejects.toMatchObject({
		code: "charge_already_refunded",
	});
	expect((await stripe.refunds.list({ payment_intent: id })).data).toHaveLength(1);
});

test("rejects a refund of an intent without a charge", async () => {
	const { id } = await stripe.paymentIntents.create({ amount: 2599, currency: "usd" });
	await expect(stripe.refunds.create({ payment_intent: id })).rejects.toMatchObject({
		statusCode: 400,
	});
});
