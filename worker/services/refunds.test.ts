import { expect, test } from "vitest";
import { createEnvWithResponse } from "../../tests/support/stripe-response.ts";
import { createRefund } from "./refunds.ts";

const metadata = { shop: "shop", order: "order" };
const part = { amountCents: 100, key: "key" };

const createErrorEnv = (status: number, code: string) =>
	createEnvWithResponse({ error: { type: "invalid_request_error", code, message: "no" } }, status)
		.env;

test("returns the code with which Stripe rejected a refund", async () => {
	const env = createErrorEnv(400, "charge_already_refunded");
	expect(await createRefund(env, "pi_1", metadata, part)).toEqual({
		rejectionCode: "charge_already_refunded",
	});
});

test("a conflict with a request that has the same key is no rejection, because that request may succeed", async () => {
	const env = createErrorEnv(409, "idempotency_key_in_use");
	await expect(createRefund(env, "pi_1", metadata, part)).rejects.toMatchObject({
		statusCode: 409,
	});
});
