import { expect, test } from "vitest";
import { createEnvWithResponse } from "../../tests/support/stripe-response.ts";
import { createRefund } from "./refunds.ts";

const metadata = { shop: "shop", order: "order" };
const part = { amountCents: 100, idempotencyKey: "key" };

const createErrorEnv = (status: number, type: string, code: string) =>
	createEnvWithResponse({ error: { type, code, message: "no" } }, status).env;

test("returns the code with which Stripe rejected a refund", async () => {
	const env = createErrorEnv(400, "invalid_request_error", "charge_already_refunded");
	expect(await createRefund(env, "pi_1", metadata, part)).toEqual({
		rejectionCode: "charge_already_refunded",
	});
});

// docs.stripe.com/api/errors, docs.stripe.com/error-low-level, docs.stripe.com/rate-limits#object-lock-timeouts
test.each([
	[409, "idempotency_error", "idempotency_key_in_use", "StripeAPIError"],
	[429, "invalid_request_error", "lock_timeout", "StripeRateLimitError"],
	[429, "invalid_request_error", "rate_limit", "StripeRateLimitError"],
	[500, "api_error", "api_error", "StripeAPIError"],
])(
	"a %i %s with the code %s is not a rejection, because the refund may still succeed",
	async (status, type, code, errorType) => {
		const refund = createRefund(createErrorEnv(status, type, code), "pi_1", metadata, part);
		await expect(refund).rejects.toMatchObject({ statusCode: status, code, type: errorType });
	},
);
