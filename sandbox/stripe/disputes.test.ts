import { expect, test } from "vitest";
import {
	createOrderId,
	createStripe,
	readEventTypes,
	sendJson,
	startSandbox,
} from "../testing/start-sandbox.ts";

startSandbox();
const stripe = createStripe();

async function pay(method = "pm_card_visa") {
	const { id, latest_charge: charge } = await stripe.paymentIntents.create({
		amount: 6000,
		currency: "usd",
		confirm: true,
		payment_method: method,
		metadata: { order: createOrderId() },
	});
	return { id, charge: String(charge) };
}

async function getDispute(id: string) {
	const [dispute] = (await stripe.disputes.list({ payment_intent: id })).data;
	if (!dispute) throw new Error("There is no dispute.");
	return dispute;
}

test("a test card's automatic dispute withdraws the funds and blocks refunds", async () => {
	const { id, charge } = await pay("pm_card_createDispute");
	expect(await readEventTypes(id)).toEqual([
		"payment_intent.created",
		"charge.succeeded",
		"charge.dispute.created",
		"charge.dispute.funds_withdrawn",
		"payment_intent.succeeded",
	]);
	expect(await stripe.charges.retrieve(charge)).toMatchObject({ paid: true, disputed: true });
	const dispute = await getDispute(id);
	expect(dispute).toMatchObject({
		status: "needs_response",
		reason: "fraudulent",
		is_charge_refundable: false,
		balance_transactions: [{ amount: -6000, fee: 1500, net: -7500 }],
	});
	await expect(stripe.refunds.create({ charge })).rejects.toMatchObject({
		statusCode: 400,
		code: "charge_disputed",
	});
});

test("winning a dispute with evidence reinstates the funds", async () => {
	const { id, charge } = await pay("pm_card_createDispute");
	const { id: disputeId } = await getDispute(id);
	const evidence = { uncategorized_text: "winning_evidence" };
	expect(await stripe.disputes.update(disputeId, { evidence })).toMatchObject({
		status: "under_review",
		evidence_details: { submission_count: 1 },
	});
	await sendJson("POST", "/stripe/clock", { advance: 6000 });
	expect(await stripe.disputes.retrieve(disputeId)).toMatchObject({
		status: "won",
		is_charge_refundable: true,
		balance_transactions: [{ amount: -6000 }, { amount: 6000, fee: 0 }],
	});
	expect((await readEventTypes(disputeId)).slice(-3)).toEqual([
		"charge.dispute.updated",
		"charge.dispute.funds_reinstated",
		"charge.dispute.closed",
	]);
	expect(await stripe.refunds.create({ charge })).toMatchObject({ status: "succeeded" });
	await expect(stripe.disputes.close(disputeId)).rejects.toMatchObject({
		message: "This dispute is already closed",
	});
});

test("closing a dispute loses it and does not make its charge refundable", async () => {
	const { id, charge } = await pay("pm_card_createDisputeProductNotReceived");
	const { id: disputeId } = await getDispute(id);
	expect(await stripe.disputes.close(disputeId)).toMatchObject({ status: "lost" });
	await expect(stripe.refunds.create({ charge })).rejects.toMatchObject({
		code: "charge_disputed",
	});
});

test("an inquiry withdraws no funds until it is escalated to a dispute", async () => {
	const { id, charge } = await pay("pm_card_createDisputeInquiry");
	const { id: disputeId, ...inquiry } = await getDispute(id);
	expect(inquiry).toMatchObject({ status: "warning_needs_response", balance_transactions: [] });
	expect(await stripe.charges.retrieve(charge)).toMatchObject({ disputed: false });
	expect(await stripe.refunds.create({ charge, amount: 100 })).toMatchObject({
		status: "succeeded",
	});
	const escalated = await sendJson("POST", `/stripe/disputes/${disputeId}/step`, {
		step: "escalated",
	});
	expect(await escalated.json()).toMatchObject({
		status: "needs_response",
		balance_transactions: [{ amount: -6000 }],
	});
	expect(await stripe.charges.retrieve(charge)).toMatchObject({ disputed: true });
	const rejected = await sendJson("POST", `/stripe/disputes/${disputeId}/step`, { step: "closed" });
	expect(rejected.status).toBe(409);
});

test("a dispute fails the charge's pending refund", async () => {
	const { id } = await pay("pm_card_pendingRefund");
	const refund = await stripe.refunds.create({ payment_intent: id });
	const dispute = await sendJson("POST", `/stripe/intents/${id}/dispute`, { reason: "duplicate" });
	expect(await dispute.json()).toMatchObject({ status: "needs_response", reason: "duplicate" });
	expect(await stripe.refunds.retrieve(refund.id)).toMatchObject({
		status: "failed",
		failure_reason: "charge_for_pending_refund_disputed",
	});
});

test("the fraud warning test card causes an early fraud warning", async () => {
	const { charge } = await pay("pm_card_createIssuerFraudRecord");
	const { data } = await stripe.radar.earlyFraudWarnings.list({ charge });
	expect(data).toMatchObject([{ actionable: true, fraud_type: "unauthorized_use_of_card" }]);
	expect(await readEventTypes(charge)).toContain("radar.early_fraud_warning.created");
});
