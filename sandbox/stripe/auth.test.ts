import { describe, expect, test } from "vitest";
import { callSandbox, startSandbox } from "../testing/harness.ts";

startSandbox();

describe("a key of the API", () => {
	const ask = (key: string, path = "/stripe/v1/payment_intents") =>
		callSandbox(path, { headers: { Authorization: `Bearer ${key}` } });

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
