import type { Connection } from "./connection.ts";
import { type Facts, getFacts, type Scenario } from "./facts.ts";
import { refundScenarios } from "./refund-scenarios.ts";
import {
	cardPaymentParams,
	createErrorFacts,
	createIntent,
	createInvalidRequestFacts,
	pay,
	readChargeFacts,
	toIntentFacts,
	toRefundFacts,
	unexpectedState,
} from "./scenario-helpers.ts";

/**
 * Creates an intent, and returns its facts.
 * @param params - additional parameters, which the SDK's types may not allow
 */
const readCreationFacts = ({ stripe }: Connection, params: object) =>
	getFacts(
		() =>
			stripe.paymentIntents.create(Object.assign({ amount: 900, ...cardPaymentParams }, params)),
		toIntentFacts,
	);

const createDeclineScenario = (method: string, code: string, decline_code?: string): Scenario => ({
	name: `declined: ${method}`,
	run: async ({ stripe }) => {
		const { id } = await createIntent(stripe);
		const response = await getFacts(
			() => stripe.paymentIntents.confirm(id, { payment_method: method }),
			toIntentFacts,
		);
		const { status, last_payment_error: error } = await stripe.paymentIntents.retrieve(id);
		return { response, status, lastError: error?.code ?? null };
	},
	expected: {
		response: createErrorFacts(402, "card_error", { code, ...(decline_code && { decline_code }) }),
		status: "requires_payment_method",
		lastError: code,
	},
});

const createRejectionScenario = (name: string, params: object, expected: Facts): Scenario => ({
	name: `creating an intent is rejected: ${name}`,
	run: async (connection) => ({ response: await readCreationFacts(connection, params) }),
	expected: { response: expected },
});

/** Requests to send to the mock and to Stripe, and the facts that both should return. */
export const scenarios: Scenario[] = [
	{
		name: "an intent is created, updated and canceled",
		run: async ({ stripe }) => {
			const { id, ...created } = await createIntent(stripe);
			const params = { amount: 3000, metadata: { note: "x" } };
			const updated = await stripe.paymentIntents.update(id, params);
			const cancel = () => stripe.paymentIntents.cancel(id, { cancellation_reason: "abandoned" });
			return {
				created: created.status,
				types: created.allowed_payment_method_types?.join() ?? null,
				updated: updated.amount,
				canceled: (await cancel()).status,
				secondCancel: await getFacts(cancel, toIntentFacts),
				confirmed: await getFacts(
					() => stripe.paymentIntents.confirm(id, { payment_method: "pm_card_visa" }),
					toIntentFacts,
				),
			};
		},
		expected: {
			created: "requires_payment_method",
			types: "card",
			updated: 3000,
			canceled: "canceled",
			secondCancel: unexpectedState,
			confirmed: unexpectedState,
		},
	},
	{
		name: "an intent that allows Link accepts a card, whether the account has Link or not",
		run: async (connection) => {
			const { stripe } = connection;
			const allowed_payment_method_types = ["card" as const, "link" as const];
			const params = { ...cardPaymentParams, amount: 900, allowed_payment_method_types };
			const { id, payment_method_types } = await stripe.paymentIntents.create(params);
			const paid = await stripe.paymentIntents.confirm(id, { payment_method: "pm_card_visa" });
			return { hasCard: payment_method_types.includes("card"), status: paid.status };
		},
		expected: { hasCard: true, status: "succeeded" },
	},
	createRejectionScenario(
		"amount too small",
		{ amount: 49 },
		createInvalidRequestFacts({ code: "amount_too_small", param: "amount" }),
	),
	createRejectionScenario(
		"amount too large",
		{ amount: 100_000_000 },
		createInvalidRequestFacts({ code: "amount_too_large", param: "amount" }),
	),
	createRejectionScenario(
		"fractional amount",
		{ amount: 10.5 },
		createInvalidRequestFacts({ code: "parameter_invalid_integer", param: "amount" }),
	),
	createRejectionScenario(
		"unknown currency",
		{ currency: "xxx" },
		createInvalidRequestFacts({ param: "currency" }),
	),
	createRejectionScenario(
		"removed parameter",
		{ allowed_payment_method_types: undefined, payment_method_types: ["card"] },
		createInvalidRequestFacts({ code: "parameter_unknown", param: "payment_method_types" }),
	),
	{
		name: "a payment, with the charge expanded",
		run: async (connection) => {
			const paid = await pay(connection.stripe);
			return { paid: toIntentFacts(paid), charge: await readChargeFacts(connection, paid.id) };
		},
		expected: {
			paid: {
				status: "succeeded",
				amount: 2599,
				received: 2599,
				hasCharge: true,
				nextAction: null,
			},
			charge: { paid: true, refunded: false, amount_refunded: 0, disputed: false, refunds: 0 },
		},
	},
	{
		name: "a succeeded intent cannot be canceled, confirmed or updated",
		run: async ({ stripe }) => {
			const { id } = await pay(stripe);
			return {
				canceled: await getFacts(() => stripe.paymentIntents.cancel(id), toIntentFacts),
				confirmed: await getFacts(() => stripe.paymentIntents.confirm(id), toIntentFacts),
				updated: await getFacts(
					() => stripe.paymentIntents.update(id, { amount: 999 }),
					toIntentFacts,
				),
			};
		},
		expected: { canceled: unexpectedState, confirmed: unexpectedState, updated: unexpectedState },
	},
	createDeclineScenario("pm_card_visa_chargeDeclined", "card_declined", "generic_decline"),
	createDeclineScenario(
		"pm_card_visa_chargeDeclinedInsufficientFunds",
		"card_declined",
		"insufficient_funds",
	),
	createDeclineScenario("pm_card_chargeDeclinedExpiredCard", "expired_card"),
	createDeclineScenario("pm_card_chargeDeclinedIncorrectCvc", "incorrect_cvc"),
	createDeclineScenario("pm_card_chargeDeclinedProcessingError", "processing_error"),
	{
		name: "a card that requires 3-D Secure",
		run: async ({ stripe }) => ({
			paid: toIntentFacts(await pay(stripe, "pm_card_authenticationRequired")),
		}),
		expected: {
			paid: {
				status: "requires_action",
				amount: 2599,
				received: 0,
				hasCharge: false,
				nextAction: "use_stripe_sdk",
			},
		},
	},
	{
		name: "unknown ids",
		run: async ({ stripe }) => ({
			intent: await getFacts(() => stripe.paymentIntents.retrieve("pi_none"), toIntentFacts),
			canceled: await getFacts(() => stripe.paymentIntents.cancel("pi_none"), toIntentFacts),
			refund: await getFacts(() => stripe.refunds.create({ charge: "ch_none" }), toRefundFacts),
		}),
		expected: {
			intent: createErrorFacts(404, "invalid_request_error", {
				code: "resource_missing",
				param: "intent",
			}),
			canceled: createErrorFacts(404, "invalid_request_error", {
				code: "resource_missing",
				param: "intent",
			}),
			refund: createErrorFacts(404, "invalid_request_error", {
				code: "resource_missing",
				param: "id",
			}),
		},
	},
	{
		name: "lists and their cursors",
		run: async ({ stripe }) => {
			const first = await createIntent(stripe);
			await createIntent(stripe);
			const { data, has_more } = await stripe.paymentIntents.list({ limit: 1 });
			const nextPage = await stripe.paymentIntents.list({
				starting_after: data[0]?.id ?? "",
				limit: 1,
			});
			const listAfterUnknown = () => stripe.paymentIntents.list({ starting_after: "pi_none" });
			const listOver100 = () => stripe.paymentIntents.list({ limit: 101 });
			const listNone = () => stripe.paymentIntents.list({ limit: 0 });
			return {
				length: data.length,
				hasMore: has_more,
				isNextOlder: nextPage.data[0]?.id === first.id,
				unknownCursor: await getFacts(listAfterUnknown, () => ({})),
				over100: await getFacts(listOver100, () => ({})),
				none: await getFacts(listNone, () => ({})),
			};
		},
		expected: {
			length: 1,
			hasMore: true,
			isNextOlder: true,
			unknownCursor: createInvalidRequestFacts({
				code: "resource_missing",
				param: "starting_after",
			}),
			over100: createInvalidRequestFacts({ code: "parameter_invalid_integer", param: "limit" }),
			none: createInvalidRequestFacts({ code: "parameter_invalid_integer", param: "limit" }),
		},
	},
	...refundScenarios,
	{
		name: "an idempotency key",
		run: async ({ stripe, wasReplayed }) => {
			const options = { idempotencyKey: `conformance-${crypto.randomUUID()}` };
			const createWithKey = (amount: number) =>
				stripe.paymentIntents.create({ ...cardPaymentParams, amount }, options);
			const first = await createWithKey(700);
			const second = await createWithKey(700);
			const replayed = wasReplayed();
			return {
				sameIntent: first.id === second.id,
				replayed,
				otherParams: await getFacts(() => createWithKey(800), toIntentFacts),
				otherEndpoint: await getFacts(
					() => stripe.paymentIntents.cancel(first.id, {}, options),
					toIntentFacts,
				),
			};
		},
		expected: {
			sameIntent: true,
			replayed: true,
			otherParams: createErrorFacts(400, "idempotency_error"),
			otherEndpoint: createErrorFacts(400, "idempotency_error"),
		},
	},
	{
		name: "an invalid API key",
		run: async ({ createClient }) => ({
			response: await getFacts(() => createIntent(createClient("sk_test_invalid")), toIntentFacts),
		}),
		expected: { response: createErrorFacts(401, "invalid_request_error") },
	},
	{
		name: "a property that cannot be expanded",
		run: async (connection) => ({
			response: await readCreationFacts(connection, { expand: ["nothing"] }),
		}),
		expected: { response: createInvalidRequestFacts() },
	},
];
