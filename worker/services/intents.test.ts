import type Stripe from "stripe";
import { expect, test } from "vitest";
import { createEnvWithResponse } from "../../tests/support/stripe-response.ts";
import { cancelIntent, createIntent, retrieveIntent } from "./intents.ts";

const intent = {
	id: "pi_1",
	object: "payment_intent",
	status: "succeeded",
	amount: 500,
	amount_received: 500,
	currency: "usd",
	metadata: {},
	client_secret: "secret",
};
const refund = { id: "re_1", object: "refund", status: "succeeded", amount: 200, metadata: {} };
const charge = {
	id: "ch_1",
	disputed: true,
	billing_details: { email: "payer@example.com" },
	refunds: { data: [refund], has_more: true },
};

test.each([
	[
		charge,
		{
			wasDisputed: true,
			billingEmail: "payer@example.com",
			hasMoreRefunds: true,
			refunds: [{ id: "re_1", amountCents: 200 }],
		},
	],
	["ch_1", { wasDisputed: false, billingEmail: null, hasMoreRefunds: false, refunds: [] }],
	[null, { wasDisputed: false, hasMoreRefunds: false, refunds: [] }],
])("reads the charge %j with the intent", async (latest_charge, expected) => {
	const { env } = createEnvWithResponse({ ...intent, latest_charge });
	expect(await retrieveIntent(env, "pi_1")).toMatchObject({ id: "pi_1", ...expected });
});

test.each(["pi_1/../re_1", "pi_", "re_1", "xpi_1", "pi_1?expand=all", "pi_1 "])(
	"sends no request to Stripe for an invalid intent id: “%s”",
	async (id) => {
		const { env, requests } = createEnvWithResponse(intent);
		expect(await retrieveIntent(env, id)).toBeNull();
		expect(requests).toEqual([]);
	},
);

const createStripeError = (code: string) => ({
	error: {
		type: "invalid_request_error",
		code,
		message: "no",
	} satisfies Partial<Stripe.StripeRawError>,
});

test.each([
	[200, intent, true],
	[404, createStripeError("resource_missing"), true],
	[400, createStripeError("payment_intent_unexpected_state"), false],
])("if Stripe responds with %i and %j, cancelIntent returns %s", async (status, body, expected) => {
	const { env } = createEnvWithResponse(body, status);
	expect(await cancelIntent(env, "pi_1")).toBe(expected);
});

test("retrieveIntent and cancelIntent rethrow any other Stripe error", async () => {
	const { env } = createEnvWithResponse(createStripeError("parameter_invalid"), 400);
	await expect(cancelIntent(env, "pi_1")).rejects.toMatchObject({ code: "parameter_invalid" });
	await expect(retrieveIntent(env, "pi_1")).rejects.toMatchObject({ code: "parameter_invalid" });
});

test("throws amount_not_accepted only for an amount that Stripe rejects", async () => {
	const create = (code: string) =>
		createIntent(
			createEnvWithResponse(createStripeError(code), 400).env,
			{ order: "1", shop: "2" },
			1,
			"key",
		);
	const notAccepted = { code: "amount_not_accepted" };
	await expect(create("amount_too_small")).rejects.toMatchObject(notAccepted);
	await expect(create("amount_too_large")).rejects.toMatchObject(notAccepted);
	await expect(create("parameter_invalid")).rejects.toMatchObject({ code: "parameter_invalid" });
});

test.each([
	["invalid_request_error", "allowed_payment_method_types[1]", 2],
	["invalid_request_error", "currency", 1],
	["idempotency_error", "allowed_payment_method_types[1]", 1],
] as const)(
	"after Stripe's %s about %s, an intent is requested %i times",
	async (type, param, count) => {
		const error = { type, param, code: "parameter_invalid", message: "no" };
		const { env, requests } = createEnvWithResponse({ error }, 400);
		await expect(createIntent(env, { order: "1", shop: "2" }, 500, "key")).rejects.toThrow();
		expect(requests).toHaveLength(count);
	},
);
