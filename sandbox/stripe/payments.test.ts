import { describe, expect, test } from "vitest";
import { call, makeStripe, newOrder, send, startSandbox } from "../testing/harness.ts";

startSandbox();
const stripe = makeStripe();

async function newIntent(amount = 2599) {
	const metadata = { order: newOrder() };
	return stripe.paymentIntents.create({ amount, currency: "usd", metadata });
}

async function pay(method = "pm_card_visa") {
	const { id } = await newIntent();
	return stripe.paymentIntents.confirm(id, { payment_method: method });
}

describe("a payment intent", () => {
	test("is made, read, changed and listed", async () => {
		const made = await newIntent();
		expect(made).toMatchObject({
			status: "requires_payment_method",
			amount: 2599,
			livemode: false,
		});
		expect(made.client_secret).toMatch(new RegExp(`^${made.id}_secret_`));
		const changed = await stripe.paymentIntents.update(made.id, {
			amount: 3000,
			metadata: { note: "x" },
		});
		expect(changed.metadata).toEqual({ ...made.metadata, note: "x" });
		expect(await stripe.paymentIntents.retrieve(made.id)).toMatchObject({ amount: 3000 });
		const listed = await stripe.paymentIntents.list({ limit: 1 }).autoPagingToArray({ limit: 200 });
		expect(listed.map(({ id }) => id)).toContain(made.id);
	});

	test("succeeds with a good card, and its charge can be expanded", async () => {
		const paid = await pay();
		expect(paid).toMatchObject({ status: "succeeded", amount_received: 2599 });
		const expand = ["latest_charge", "payment_method"];
		const read = await stripe.paymentIntents.retrieve(paid.id, { expand });
		expect(read.latest_charge).toMatchObject({ object: "charge", paid: true, amount: 2599 });
		expect(read.payment_method).toMatchObject({ card: { brand: "visa", last4: "4242" } });
	});

	test.each([
		["pm_card_visa_chargeDeclined", "card_declined", "generic_decline"],
		["pm_card_visa_chargeDeclinedInsufficientFunds", "card_declined", "insufficient_funds"],
		["pm_card_chargeDeclinedExpiredCard", "expired_card", ""],
		["pm_card_chargeDeclinedIncorrectCvc", "incorrect_cvc", ""],
		["pm_card_chargeDeclinedProcessingError", "processing_error", ""],
	])("is declined with %s", async (method, code, decline_code) => {
		const { id } = await newIntent();
		const confirmation = stripe.paymentIntents.confirm(id, { payment_method: method });
		await expect(confirmation).rejects.toMatchObject({
			type: "StripeCardError",
			statusCode: 402,
			code,
			decline_code,
			payment_intent: { id, status: "requires_payment_method" },
		});
		const read = await stripe.paymentIntents.retrieve(id);
		expect(read.last_payment_error).toMatchObject({ code });
		expect(
			await stripe.paymentIntents.confirm(id, { payment_method: "pm_card_visa" }),
		).toMatchObject({ status: "succeeded", last_payment_error: null });
	});

	test("is not found under a made-up id", async () => {
		const reading = stripe.paymentIntents.retrieve("pi_none");
		await expect(reading).rejects.toMatchObject({ statusCode: 404, code: "resource_missing" });
	});

	test("cannot be confirmed, canceled or changed once it succeeded", async () => {
		const { id } = await pay();
		const refused = { statusCode: 400, code: "payment_intent_unexpected_state" };
		await expect(stripe.paymentIntents.confirm(id)).rejects.toMatchObject(refused);
		await expect(stripe.paymentIntents.cancel(id)).rejects.toMatchObject({
			...refused,
			payment_intent: { id, status: "succeeded" },
		});
		await expect(stripe.paymentIntents.update(id, { amount: 999 })).rejects.toMatchObject(refused);
	});

	test("is canceled, and cannot be paid after that", async () => {
		const { id } = await newIntent();
		const canceled = await stripe.paymentIntents.cancel(id, { cancellation_reason: "abandoned" });
		expect(canceled).toMatchObject({ status: "canceled", cancellation_reason: "abandoned" });
		await expect(
			stripe.paymentIntents.confirm(id, { payment_method: "pm_card_visa" }),
		).rejects.toMatchObject({ code: "payment_intent_unexpected_state" });
	});

	test("stays in processing until told, and cannot be canceled meanwhile", async () => {
		const { id, status } = await pay("pm_card_processing");
		expect(status).toBe("processing");
		await expect(stripe.paymentIntents.cancel(id)).rejects.toMatchObject({ statusCode: 400 });
		const told = await send("POST", `/stripe/intents/${id}/settle`, { outcome: "succeeded" });
		expect(await told.json()).toMatchObject({ id, status: "succeeded", amount_received: 2599 });
		const again = await send("POST", `/stripe/intents/${id}/settle`, { outcome: "failed" });
		expect(again.status).toBe(409);
	});

	test.each([
		[{ amount: 49, currency: "usd" }, "amount_too_small"],
		[{ amount: 100_000_000, currency: "usd" }, "amount_too_large"],
		[{ amount: 10.5, currency: "usd" }, "parameter_invalid_integer"],
		[{ amount: 29, currency: "gbp" }, "amount_too_small"],
	])("is refused with %o", async (params, code) => {
		await expect(stripe.paymentIntents.create(params)).rejects.toMatchObject({
			statusCode: 400,
			param: "amount",
			code,
		});
	});
});

describe("a browser, with publishable key and client secret,", () => {
	const form = (fields: Record<string, string>) => ({
		method: "POST",
		body: new URLSearchParams({ key: "pk_test_sandbox", ...fields }),
	});

	test("reads its own intent without the shop's metadata, and no other", async () => {
		const intent = await newIntent();
		const path = `/stripe/v1/payment_intents/${intent.id}?key=pk_test_sandbox&client_secret=`;
		const own: object = await (await call(`${path}${intent.client_secret}`)).json();
		expect(own).toMatchObject({ id: intent.id, amount: 2599 });
		expect(own).not.toHaveProperty("metadata");
		expect((await call(`${path}wrong`)).status).toBe(404);
	});

	test("is told of a decline, and of a payment that is over, without the shop's own business", async () => {
		const { id, client_secret } = await newIntent();
		const path = `/stripe/v1/payment_intents/${id}/confirm`;
		const confirm = async (payment_method: string) => {
			const answer = await call(path, form({ client_secret: client_secret ?? "", payment_method }));
			const { error }: { error: Record<string, unknown> } = await answer.json();
			return error;
		};
		const declined = await confirm("pm_card_visa_chargeDeclined");
		expect(declined).toMatchObject({ code: "card_declined", payment_method: { type: "card" } });
		expect(declined.payment_intent).not.toHaveProperty("metadata");
		await stripe.paymentIntents.cancel(id);
		const over = await confirm("pm_card_visa");
		expect(over).toMatchObject({ code: "payment_intent_unexpected_state" });
		expect(over.payment_intent).not.toHaveProperty("metadata");
	});

	test("passes or fails 3-D Secure", async () => {
		for (const [outcome, status] of [
			["complete", "succeeded"],
			["fail", "requires_payment_method"],
		] as const) {
			const { id, client_secret } = await pay("pm_card_authenticationRequired");
			const path = `/stripe/v1/payment_intents/${id}/authenticate`;
			const answer = await call(path, form({ client_secret: client_secret ?? "", outcome }));
			expect(await answer.json()).toMatchObject({ id, status });
		}
	});

	test("cannot do what is the shop's to do", async () => {
		const create = form({ amount: "5000", currency: "usd" });
		expect((await call("/stripe/v1/payment_intents", create)).status).toBe(403);
		expect((await call("/stripe/v1/refunds?key=pk_test_sandbox")).status).toBe(403);
		expect((await call("/stripe/v1/refunds")).status).toBe(401);
	});

	test.each([
		["4242424242424241", "12", "incorrect_number"],
		["4242424242424242", "13", "invalid_expiry_month"],
	])("is told what is wrong with card %s, month %s", async (number, month, code) => {
		const card = {
			type: "card",
			"card[number]": number,
			"card[exp_month]": month,
			"card[exp_year]": "2050",
		};
		const answer = await call("/stripe/v1/payment_methods", form(card));
		expect(answer.status).toBe(402);
		expect(await answer.json()).toMatchObject({ error: { type: "card_error", code } });
	});
});

describe("a refund", () => {
	test("gives the whole charge back, once", async () => {
		const { id } = await pay();
		const refund = await stripe.refunds.create({ payment_intent: id });
		expect(refund).toMatchObject({ status: "succeeded", amount: 2599, payment_intent: id });
		expect(await stripe.refunds.retrieve(refund.id)).toMatchObject({ id: refund.id });
		await expect(stripe.refunds.create({ payment_intent: id })).rejects.toMatchObject({
			code: "charge_already_refunded",
		});
		expect((await stripe.refunds.list({ payment_intent: id })).data).toHaveLength(1);
	});

	test("is never more than is left", async () => {
		const { id } = await pay();
		await stripe.refunds.create({ payment_intent: id, amount: 2000 });
		await expect(stripe.refunds.create({ payment_intent: id, amount: 600 })).rejects.toMatchObject({
			statusCode: 400,
		});
		expect(await stripe.refunds.create({ payment_intent: id })).toMatchObject({ amount: 599 });
	});

	test("needs a charge", async () => {
		const { id } = await newIntent();
		await expect(stripe.refunds.create({ payment_intent: id })).rejects.toMatchObject({
			statusCode: 400,
		});
	});
});

describe("an idempotency key", () => {
	test("replays the first answer, also of twenty at once", async () => {
		const key = newOrder();
		const create = () =>
			stripe.paymentIntents.create({ amount: 700, currency: "usd" }, { idempotencyKey: key });
		const made = await Promise.all(Array.from({ length: 20 }, create));
		expect(new Set(made.map(({ id }) => id)).size).toBe(1);
	});

	test("marks an answer as replayed", async () => {
		const request = {
			method: "POST",
			headers: { Authorization: "Bearer sk_test_sandbox", "Idempotency-Key": newOrder() },
			body: "amount=700&currency=usd",
		};
		const first = await call("/stripe/v1/payment_intents", request);
		const again = await call("/stripe/v1/payment_intents", request);
		expect(first.headers.get("Idempotent-Replayed")).toBeNull();
		expect(again.headers.get("Idempotent-Replayed")).toBe("true");
		expect(await again.json()).toEqual(await first.json());
	});

	test("replays a decline and a refund too", async () => {
		const { id } = await newIntent();
		const decline = () =>
			stripe.paymentIntents.confirm(
				id,
				{ payment_method: "pm_card_visa_chargeDeclined" },
				{ idempotencyKey: `decline-${id}` },
			);
		await expect(decline()).rejects.toMatchObject({ code: "card_declined" });
		await stripe.paymentIntents.confirm(id, { payment_method: "pm_card_visa" });
		await expect(decline()).rejects.toMatchObject({ code: "card_declined" });
		const refund = () =>
			stripe.refunds.create({ payment_intent: id }, { idempotencyKey: `refund-${id}` });
		expect((await refund()).id).toBe((await refund()).id);
	});

	test("is refused with other parameters, and for another endpoint", async () => {
		const options = { idempotencyKey: newOrder() };
		const { id } = await stripe.paymentIntents.create({ amount: 700, currency: "usd" }, options);
		const refused = { type: "StripeIdempotencyError", statusCode: 400 };
		await expect(
			stripe.paymentIntents.create({ amount: 800, currency: "usd" }, options),
		).rejects.toMatchObject(refused);
		await expect(stripe.paymentIntents.cancel(id, {}, options)).rejects.toMatchObject(refused);
	});

	test("is not used up by parameters that are refused", async () => {
		const options = { idempotencyKey: newOrder() };
		const create = (amount: number) =>
			stripe.paymentIntents.create({ amount, currency: "usd" }, options);
		await expect(create(1)).rejects.toMatchObject({ code: "amount_too_small" });
		expect(await create(900)).toMatchObject({ amount: 900 });
	});
});

describe("a key of the API", () => {
	const ask = (key: string, path = "/stripe/v1/payment_intents") =>
		call(path, { headers: { Authorization: `Bearer ${key}` } });

	test("has to be one of the account's own", async () => {
		for (const key of ["sk_test_other", "sk_live_sandbox", "rk_test_other", "whatever"]) {
			expect((await ask(key)).status, key).toBe(401);
		}
	});

	test("may be restricted to PaymentIntents and Refunds", async () => {
		for (const path of ["payment_intents", "refunds"]) {
			expect((await ask("rk_test_sandbox", `/stripe/v1/${path}`)).status).toBe(200);
		}
		expect((await ask("rk_test_sandbox", "/stripe/v1/disputes")).status).toBe(403);
	});
});

describe("parameters", () => {
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
	])("%o are refused", async (params, code) => {
		const creating = stripe.paymentIntents.create(params as { amount: number; currency: string });
		await expect(creating).rejects.toMatchObject({ statusCode: 400, code });
	});

	test("an account with another currency wants a larger amount", async () => {
		const metadata = { order: newOrder() };
		await send("PUT", "/stripe/switches", { order: metadata.order, minimumAmount: 60 });
		const create = (amount: number) =>
			stripe.paymentIntents.create({ amount, currency: "usd", metadata });
		await expect(create(59)).rejects.toMatchObject({ code: "amount_too_small" });
		expect(await create(60)).toMatchObject({ amount: 60 });
	});
});
