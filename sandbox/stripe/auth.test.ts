import { describe, expect, test } from "vitest";
import { callSandbox, startSandbox } from "../testing/start-sandbox.ts";

startSandbox();

const sendRequest = (key: string, path = "/stripe/v1/payment_intents") =>
	callSandbox(path, { headers: { Authorization: `Bearer ${key}` } });

describe("an API key", () => {
	test("is rejected if it does not belong to the account", async () => {
		for (const key of ["sk_test_other", "sk_live_sandbox", "rk_test_other", "whatever"]) {
			expect((await sendRequest(key)).status, key).toBe(401);
		}
	});
});

describe("a restricted API key", () => {
	test("can read what docs/deploy.md lists, but no events", async () => {
		const getStatus = async (path: string) =>
			(await sendRequest("rk_test_sandbox", `/stripe/v1/${path}`)).status;
		for (const path of [
			"payment_intents",
			"charges",
			"refunds",
			"disputes",
			"balance_transactions",
		]) {
			expect(await getStatus(path), path).toBe(200);
		}
		expect(await getStatus("events")).toBe(403);
	});
});
