import { expect, test } from "vitest";
import { createStripe, newOrderId, sendJson, startSandbox } from "../testing/harness.ts";

startSandbox();
const stripe = createStripe();

async function pay(method = "pm_card_visa") {
	const { id, latest_charge: charge } = await stripe.paymentIntents.create({
		...{ amount: 6000, currency: "usd", confirm: true, payment_method: method },
		metadata: { order: newOrderId() },
	});
	return { id, charge: String(charge) };
}

async function disputeOf(id: string) {
	const [dispute] = (await stripe.disputes.list({ payment_intent: id })).data;
	if (!dispute) throw new Error("no dispute");
	return dispute;
}

async function eventsOf(id: string) {
	const { data } = await stripe.events.list({ limit: 100 });
	const own = data.filter(({ data: { object } }) => JSON.stringify(object).includes(id));
	return own.map(({ type }) => type).toReversed();
}

test("the card for it is disputed inside the charge: the money is taken, nothing can be refunded", async () => {
	const { id, charge } = await pay("pm_card_createDispute");
	expect(await eventsOf(id)).toEqual([
		"payment_intent.created",
		"charge.succeeded",
		"charge.dispute.created",
		"charge.dispute.funds_withdrawn",
		"payment_intent.succeeded",
	]);
	expect(await stripe.charges.retrieve(charge)).toMatchObject({ paid: true, disputed: true });
	const dispute = await disputeOf(id);
	expect(dispute).toMatchObject({
		...{ status: "needs_response", reason: "fraudulent", is_charge_refundable: false },
		balance_transactions: [{ amount: -6000, fee: 1500, net: -7500 }],
	});
	await expect(stripe.refunds.create({ charge })).rejects.toMatchObject({
		...{ statusCode: 400, code: "charge_disputed" },
	});
});

test("evidence puts a dispute under review; won, its money comes back and may be refunded", async () => {
	const { id, charge } = await pay("pm_card_createDispute");
	const { id: dispute } = await disputeOf(id);
	const evidence = { uncategorized_text: "winning_evidence" };
	expect(await stripe.disputes.update(dispute, { evidence })).toMatchObject({
		...{ status: "under_review", evidence_details: { submission_count: 1 } },
	});
	await sendJson("POST", "/stripe/clock", { advance: 6000 });
	expect(await stripe.disputes.retrieve(dispute)).toMatchObject({
		...{ status: "won", is_charge_refundable: true },
		balance_transactions: [{ amount: -6000 }, { amount: 6000, fee: 0 }],
	});
	expect((await eventsOf(dispute)).slice(-3)).toEqual([
		"charge.dispute.updated",
		"charge.dispute.funds_reinstated",
		"charge.dispute.closed",
	]);
	expect(await stripe.refunds.create({ charge })).toMatchObject({ status: "succeeded" });
	await expect(stripe.disputes.close(dispute)).rejects.toMatchObject({
		message: "This dispute is already closed",
	});
});

test("a dispute that is accepted is lost, and its money is not returned", async () => {
	const { id, charge } = await pay("pm_card_createDisputeProductNotReceived");
	const { id: dispute } = await disputeOf(id);
	expect(await stripe.disputes.close(dispute)).toMatchObject({ status: "lost" });
	await expect(stripe.refunds.create({ charge })).rejects.toMatchObject({
		code: "charge_disputed",
	});
});

test("an inquiry takes no money until the bank makes a dispute of it", async () => {
	const { id, charge } = await pay("pm_card_createDisputeInquiry");
	const { id: dispute, ...inquiry } = await disputeOf(id);
	expect(inquiry).toMatchObject({ status: "warning_needs_response", balance_transactions: [] });
	expect(await stripe.charges.retrieve(charge)).toMatchObject({ disputed: false });
	expect(await stripe.refunds.create({ charge, amount: 100 })).toMatchObject({
		status: "succeeded",
	});
	const step = await sendJson("POST", `/stripe/disputes/${dispute}/step`, { step: "escalated" });
	expect(await step.json()).toMatchObject({
		...{ status: "needs_response", balance_transactions: [{ amount: -6000 }] },
	});
	expect(await stripe.charges.retrieve(charge)).toMatchObject({ disputed: true });
	const wrong = await sendJson("POST", `/stripe/disputes/${dispute}/step`, { step: "closed" });
	expect(wrong.status).toBe(409);
});

test("a dispute weeks later fails the refund that is pending", async () => {
	const { id } = await pay("pm_card_pendingRefund");
	const refund = await stripe.refunds.create({ payment_intent: id });
	const opened = await sendJson("POST", `/stripe/intents/${id}/dispute`, { reason: "duplicate" });
	expect(await opened.json()).toMatchObject({ status: "needs_response", reason: "duplicate" });
	expect(await stripe.refunds.retrieve(refund.id)).toMatchObject({
		status: "failed",
		failure_reason: "charge_for_pending_refund_disputed",
	});
});

test("a bank warns of fraud", async () => {
	const { charge } = await pay("pm_card_createIssuerFraudRecord");
	const { data } = await stripe.radar.earlyFraudWarnings.list({ charge });
	expect(data).toMatchObject([{ actionable: true, fraud_type: "unauthorized_use_of_card" }]);
	expect(await eventsOf(charge)).toContain("radar.early_fraud_warning.created");
});
