import { beforeAll, describe, expect, test } from "vitest";
import { createLocalStripe } from "./local-stripe.ts";
import { type Exchange, loadStripeSchemaChecker } from "./stripe-schema.ts";

let findErrors: (exchange: Exchange) => string[];
let paidIntent: Record<string, unknown>;

beforeAll(async () => {
	findErrors = await loadStripeSchemaChecker();
	const { sdk } = createLocalStripe();
	const intent = await sdk.paymentIntents.create({
		amount: 12_500,
		currency: "usd",
		allowed_payment_method_types: ["card"],
		confirm: true,
		payment_method: "pm_card_visa",
		expand: ["latest_charge"],
	});
	paidIntent = JSON.parse(JSON.stringify(intent));
});

const createExchange = (overrides: Partial<Exchange>): Exchange => ({
	operation: "payment_intents.create",
	isFromBrowser: false,
	params: { amount: "12500", currency: "usd", allowed_payment_method_types: ["card"] },
	status: 200,
	body: paidIntent,
	...overrides,
});

test("accepts a request of the shop and the mock's response", () => {
	expect(findErrors(createExchange({}))).toEqual([]);
});

describe("rejects a response", () => {
	test("with a field that Stripe does not have", () => {
		expect(findErrors(createExchange({ body: { ...paidIntent, unknown_field: 1 } }))).toEqual([
			"payment_intents.create 200: the object must NOT have additional properties (unknown_field)",
		]);
	});

	test("without a required field, even in an expanded object", () => {
		const { amount_received: _, ...incomplete } = paidIntent;
		expect(findErrors(createExchange({ body: incomplete }))[0]).toMatch(
			/required property 'amount_received'/,
		);
		const charge = { ...Object(paidIntent.latest_charge), refunded: undefined };
		const body = JSON.parse(JSON.stringify({ ...paidIntent, latest_charge: charge }));
		expect(findErrors(createExchange({ body }))[0]).toMatch(
			/latest_charge must have .* 'refunded'/,
		);
	});

	test("with a wrong field type or enum value", () => {
		expect(findErrors(createExchange({ body: { ...paidIntent, amount: "12500" } }))[0]).toMatch(
			/amount must be number/,
		);
		expect(findErrors(createExchange({ body: { ...paidIntent, status: "paid" } }))[0]).toMatch(
			/status must be equal to one of the allowed values/,
		);
	});

	test("sent to a browser with the shop's metadata", () => {
		expect(findErrors(createExchange({ isFromBrowser: true })).join("\n")).toMatch(/\(metadata\)/);
	});

	test("with an error field that Stripe does not have", () => {
		const error = { type: "card_error", code: "card_declined", message: "No.", reason: "why" };
		expect(findErrors(createExchange({ status: 402, body: { error } }))).toEqual([
			"payment_intents.create 402: error must NOT have additional properties (reason)",
		]);
	});
});

describe("rejects a request", () => {
	test.each([
		[{ payment_method_types: ["card"] }, /additional properties \(payment_method_types\)/],
		[{ amount: "a lot" }, /parameters\.amount must be number/],
		[{ allowed_payment_method_types: ["cheque"] }, /allowed_payment_method_types\.0 must be equal/],
	])("with %o", (invalidParams, error) => {
		const params = { amount: "12500", currency: "usd", ...invalidParams };
		expect(findErrors(createExchange({ params })).join("\n")).toMatch(error);
	});

	test("for an operation that Stripe does not have", () => {
		expect(findErrors(createExchange({ operation: "payment_intents.unknown" }))[0]).toMatch(
			/no such call/,
		);
	});
});
