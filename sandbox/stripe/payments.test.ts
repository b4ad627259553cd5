import { describe, expect, test } from "vitest";
import {
	createIntent,
	createOrderId,
	createStripe,
	pay,
	sendJson,
	startSandbox,
} from "../testing/start-sandbox.ts";

startSandbox();
const stripe = createStripe();

describe("a payment intent", () => {
	test("can be created, retrieved, updated and listed", async () => {
		const intent = await createIntent();
		expect(intent).toMatchObject({
			status: "requires_payment_method",
			amount: 2599,
			livemode: false,
		});
		expect(intent.client_secret).toMatch(new RegExp(`^${intent.id}_secret_`));
		const updated = await stripe.paymentIntents.update(intent.id, {
			amount: 3000,
			metadata: { note: "x" },
		});
		expect(updated.metadata).toEqual({ ...intent.metadata, note: "x" });
		expect(await stripe.paymentIntents.retrieve(intent.id)).toMatchObject({ amount: 3000 });
		const listed = await stripe.paymentIntents.list({ limit: 1 }).autoPagingToArray({ limit: 200 });
		expect(listed.map(({ id }) => id)).toContain(intent.id);
	});

	test("expands its charge and payment method after it succeeded", async () => {
		const intent = await pay();
		expect(intent).toMatchObject({ status: "succeeded", amount_received: 2599 });
		const expand = ["latest_charge", "payment_method"];
		const expanded = await stripe.paymentIntents.retrieve(intent.id, { expand });
		expect(expanded.latest_charge).toMatchObject({ object: "charge", paid: true, amount: 2599 });
		expect(expanded.payment_method).toMatchObject({ card: { brand: "visa", last4: "4242" } });
	});

	test.each([
		["pm_card_visa_chargeDeclined", "card_declined", "generic_decline"],
		["pm_card_visa_chargeDeclinedInsufficientFunds", "card_declined", "insufficient_funds"],
		["pm_card_chargeDeclinedExpiredCard", "expired_card", ""],
		["pm_card_chargeDeclinedIncorrectCvc", "incorrect_cvc", ""],
		["pm_card_chargeDeclinedProcessingError", "processing_error", ""],
	])("is declined with %s", async (method, code, decline_code) => {
		const { id } = await createIntent();
		const confirmation = stripe.paymentIntents.confirm(id, { payment_method: method });
		await expect(confirmation).rejects.toMatchObject({
			type: "StripeCardError",
			statusCode: 402,
			code,
			decline_code,
			payment_intent: { id, status: "requires_payment_method" },
		});
		const failed = await stripe.paymentIntents.retrieve(id);
		expect(failed.last_payment_error).toMatchObject({ code });
		expect(
			await stripe.paymentIntents.confirm(id, { payment_method: "pm_card_visa" }),
		).toMatchObject({ status: "succeeded", last_payment_error: null });
	});

	test("is not found under an unknown id", async () => {
		const retrieval = stripe.paymentIntents.retrieve("pi_none");
		await expect(retrieval).rejects.toMatchObject({ statusCode: 404, code: "resource_missing" });
	});

	test("cannot be confirmed, canceled or updated after it succeeded", async () => {
		const { id } = await pay();
		const rejection = { statusCode: 400, code: "payment_intent_unexpected_state" };
		await expect(stripe.paymentIntents.confirm(id)).rejects.toMatchObject(rejection);
		await expect(stripe.paymentIntents.cancel(id)).rejects.toMatchObject({
			...rejection,
			payment_intent: { id, status: "succeeded" },
		});
		await expect(stripe.paymentIntents.update(id, { amount: 999 })).rejects.toMatchObject(
			rejection,
		);
	});

	test("cannot be confirmed after it was canceled", async () => {
		const { id } = await createIntent();
		const canceled = await stripe.paymentIntents.cancel(id, { cancellation_reason: "abandoned" });
		expect(canceled).toMatchObject({ status: "canceled", cancellation_reason: "abandoned" });
		await expect(
			stripe.paymentIntents.confirm(id, { payment_method: "pm_card_visa" }),
		).rejects.toMatchObject({ code: "payment_intent_unexpected_state" });
	});

	test("cannot be canceled while it is processing", async () => {
		const { id, status } = await pay("pm_card_processing");
		expect(status).toBe("processing");
		await expect(stripe.paymentIntents.cancel(id)).rejects.toMatchObject({ statusCode: 400 });
		const settled = await sendJson("POST", `/stripe/intents/${id}/settle`, {
			outcome: "succeeded",
		});
		expect(await settled.json()).toMatchObject({ id, status: "succeeded", amount_received: 2599 });
		const second = await sendJson("POST", `/stripe/intents/${id}/settle`, { outcome: "failed" });
		expect(second.status).toBe(409);
	});

	test.each([
		[{ amount: 49, currency: "usd" }, "amount_too_small"],
		[{ amount: 100_000_000, currency: "usd" }, "amount_too_large"],
		[{ amount: 10.5, currency: "usd" }, "parameter_invalid_integer"],
		[{ amount: 29, currency: "gbp" }, "amount_too_small"],
	])("cannot be created with %o", async (params, code) => {
		await expect(stripe.paymentIntents.create(params)).rejects.toMatchObject({
			statusCode: 400,
			param: "amount",
			code,
		});
	});
});

describe("Link", () => {
	const types = { allowed_payment_method_types: ["card" as const, "link" as const] };

	async function createLinkIntent(link: "on" | "off" | "rejected") {
		const metadata = { order: createOrderId() };
		await sendJson("PUT", "/stripe/switches", { order: metadata.order, link });
		return stripe.paymentIntents.create({ amount: 2599, currency: "usd", metadata, ...types });
	}

	const createLinkMethod = async () =>
		stripe.paymentMethods.create({
			type: "link",
			card: { number: "4242424242424242", exp_month: 12, exp_year: 2050 },
		});

	const online = { infer_from_client: true };
	/** Stripe.js sends this parameter. The SDK's types lack it. */
	const mandate: object = { mandate_data: { customer_acceptance: { type: "online", online } } };

	test("is accepted only if the account has enabled it", async () => {
		expect((await createLinkIntent("on")).payment_method_types).toEqual(["card", "link"]);
		expect(await createLinkIntent("off")).toMatchObject({
			allowed_payment_method_types: ["card", "link"],
			payment_method_types: ["card"],
		});
		await expect(createLinkIntent("rejected")).rejects.toMatchObject({ statusCode: 400 });
	});

	test("has its own types of payment method, charge and refund", async () => {
		const intent = await createLinkIntent("on");
		const { id } = await createLinkMethod();
		const expand = ["latest_charge.balance_transaction", "payment_method"];
		const params = Object.assign({ payment_method: id, expand }, mandate);
		const paid = await stripe.paymentIntents.confirm(intent.id, params);
		expect(paid).toMatchObject({
			status: "succeeded",
			payment_method: { type: "link", link: { email: expect.stringContaining("@") } },
			latest_charge: {
				id: expect.stringMatching(/^py_/),
				payment_method_details: { type: "link", link: { country: "US" } },
				balance_transaction: { type: "payment", reporting_category: "charge" },
			},
		});
		expect(paid.payment_method).not.toHaveProperty("card");
		const refund = await stripe.refunds.create({
			payment_intent: intent.id,
			expand: ["balance_transaction"],
		});
		expect(refund).toMatchObject({
			id: expect.stringMatching(/^pyr_/),
			balance_transaction: { type: "payment_refund", reporting_category: "refund" },
		});
	});

	test("is rejected without a mandate or on an intent that does not accept it", async () => {
		const { id } = await createLinkMethod();
		const confirm = async (link: "on" | "off") =>
			stripe.paymentIntents.confirm((await createLinkIntent(link)).id, { payment_method: id });
		await expect(confirm("off")).rejects.toMatchObject({
			code: "payment_intent_invalid_parameter",
			message: expect.stringContaining("(link) is not allowed for this PaymentIntent"),
		});
		await expect(confirm("on")).rejects.toMatchObject({
			code: "parameter_missing",
			param: "mandate_data",
		});
	});
});

describe("creating a payment intent", () => {
	test.each([
		[{ amount: 900, currency: "usd", payment_method_types: ["card"] }, "parameter_unknown"],
		[{ amount: 900, currency: "xxx" }, undefined],
		[{ amount: 900 }, "parameter_missing"],
		[
			{
				amount: 900,
				currency: "usd",
				allowed_payment_method_types: ["card"],
				automatic_payment_methods: { enabled: true },
			},
			undefined,
		],
		[{ amount: 900, currency: "usd", expand: ["customer_name"] }, undefined],
	])("fails with the parameters %o", async (params, code) => {
		const creation = stripe.paymentIntents.create(params as { amount: number; currency: string });
		await expect(creation).rejects.toMatchObject({ statusCode: 400, code });
	});

	test("fails with an amount below the account's own minimum", async () => {
		const metadata = { order: createOrderId() };
		await sendJson("PUT", "/stripe/switches", { order: metadata.order, minimumAmount: 60 });
		const create = (amount: number) =>
			stripe.paymentIntents.create({ amount, currency: "usd", metadata });
		await expect(create(59)).rejects.toMatchObject({ code: "amount_too_small" });
		expect(await create(60)).toMatchObject({ amount: 60 });
	});
});
