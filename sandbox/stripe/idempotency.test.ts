import { describe, expect, test } from "vitest";
import { callSandbox, createIntent, createStripe, startSandbox } from "../testing/start-sandbox.ts";

startSandbox();
const stripe = createStripe();

describe("an idempotency key", () => {
	test("replays the first response to twenty concurrent requests", async () => {
		const key = crypto.randomUUID();
		const create = () =>
			stripe.paymentIntents.create({ amount: 700, currency: "usd" }, { idempotencyKey: key });
		const intents = await Promise.all(Array.from({ length: 20 }, create));
		expect(new Set(intents.map(({ id }) => id)).size).toBe(1);
	});

	test("marks a replayed response with the Idempotent-Replayed header", async () => {
		const request = {
			method: "POST",
			headers: { Authorization: "Bearer sk_test_sandbox", "Idempotency-Key": crypto.randomUUID() },
			body: "amount=700&currency=usd",
		};
		const first = await callSandbox("/stripe/v1/payment_intents", request);
		const second = await callSandbox("/stripe/v1/payment_intents", request);
		expect(first.headers.get("Idempotent-Replayed")).toBeNull();
		expect(second.headers.get("Idempotent-Replayed")).toBe("true");
		expect(await second.json()).toEqual(await first.json());
	});

	test("replays a decline and a refund", async () => {
		const { id } = await createIntent();
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

	test("is rejected with different parameters or on a different endpoint", async () => {
		const options = { idempotencyKey: crypto.randomUUID() };
		const { id } = await stripe.paymentIntents.create({ amount: 700, currency: "usd" }, options);
		const rejection = { type: "StripeIdempotencyError", statusCode: 400 };
		await expect(
			stripe.paymentIntents.create({ amount: 800, currency: "usd" }, options),
		).rejects.toMatchObject(rejection);
		await expect(stripe.paymentIntents.cancel(id, {}, options)).rejects.toMatchObject(rejection);
	});

	test("is not stored if the parameters are invalid", async () => {
		const options = { idempotencyKey: crypto.randomUUID() };
		const create = (amount: number) =>
			stripe.paymentIntents.create({ amount, currency: "usd" }, options);
		await expect(create(1)).rejects.toMatchObject({ code: "amount_too_small" });
		expect(await create(900)).toMatchObject({ amount: 900 });
	});
});
