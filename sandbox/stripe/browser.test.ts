import { describe, expect, test } from "vitest";
import {
	callSandbox,
	createIntent,
	createStripe,
	pay,
	startSandbox,
} from "../testing/start-sandbox.ts";

startSandbox();
const stripe = createStripe();

describe("a browser with a publishable key and a client secret", () => {
	const createFormRequest = (fields: Record<string, string>) => ({
		method: "POST",
		body: new URLSearchParams({ key: "pk_test_sandbox", ...fields }),
	});

	test("can load the card fields only with this account's key", async () => {
		const loadFields = async (key: string) =>
			(await callSandbox(`/stripe-js/session?key=${key}`)).status;
		expect([await loadFields("pk_test_sandbox"), await loadFields("pk_test_other")]).toEqual([
			200, 401,
		]);
	});

	test("can read only its own intent, without the metadata", async () => {
		const intent = await createIntent();
		const path = `/stripe/v1/payment_intents/${intent.id}?key=pk_test_sandbox&client_secret=`;
		const rendered: object = await (await callSandbox(`${path}${intent.client_secret}`)).json();
		expect(rendered).toMatchObject({ id: intent.id, amount: 2599 });
		expect(rendered).not.toHaveProperty("metadata");
		expect((await callSandbox(`${path}wrong`)).status).toBe(404);
	});

	test("gets errors without metadata for declined and canceled payments", async () => {
		const { id, client_secret } = await createIntent();
		const path = `/stripe/v1/payment_intents/${id}/confirm`;
		const getConfirmError = async (payment_method: string) => {
			const response = await callSandbox(
				path,
				createFormRequest({ client_secret: client_secret ?? "", payment_method }),
			);
			const { error }: { error: Record<string, unknown> } = await response.json();
			return error;
		};
		const declined = await getConfirmError("pm_card_visa_chargeDeclined");
		expect(declined).toMatchObject({ code: "card_declined", payment_method: { type: "card" } });
		expect(declined.payment_intent).not.toHaveProperty("metadata");
		await stripe.paymentIntents.cancel(id);
		const canceled = await getConfirmError("pm_card_visa");
		expect(canceled).toMatchObject({ code: "payment_intent_unexpected_state" });
		expect(canceled.payment_intent).not.toHaveProperty("metadata");
	});

	test("can complete or fail 3-D Secure", async () => {
		for (const [outcome, status] of [
			["complete", "succeeded"],
			["fail", "requires_payment_method"],
		] as const) {
			const { id, client_secret } = await pay("pm_card_authenticationRequired");
			const path = `/stripe/v1/payment_intents/${id}/authenticate`;
			const response = await callSandbox(
				path,
				createFormRequest({ client_secret: client_secret ?? "", outcome }),
			);
			expect(await response.json()).toMatchObject({ id, status });
		}
	});

	test("cannot use endpoints that need the secret key", async () => {
		const creation = createFormRequest({ amount: "5000", currency: "usd" });
		expect((await callSandbox("/stripe/v1/payment_intents", creation)).status).toBe(403);
		expect((await callSandbox("/stripe/v1/refunds?key=pk_test_sandbox")).status).toBe(403);
		expect((await callSandbox("/stripe/v1/refunds")).status).toBe(401);
	});

	test.each([
		["4242424242424241", "12", "incorrect_number"],
		["4242424242424242", "13", "invalid_expiry_month"],
	])("gets a card error for card %s, month %s", async (number, month, code) => {
		const card = {
			type: "card",
			"card[number]": number,
			"card[exp_month]": month,
			"card[exp_year]": "2050",
		};
		const response = await callSandbox("/stripe/v1/payment_methods", createFormRequest(card));
		expect(response.status).toBe(402);
		expect(await response.json()).toMatchObject({ error: { type: "card_error", code } });
	});
});
