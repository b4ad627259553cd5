import type { Connection } from "./connection.ts";
import { getOutcome, type Outcome, type Scenario } from "./outcome.ts";
import { refundScenarios } from "./refund-scenarios.ts";
import {
	cardPaymentParams,
	createErrorOutcome,
	createIntent,
	createInvalidRequestOutcome,
	pay,
	readChargeOutcome,
	toIntentOutcome,
	toRefundOutcome,
	unexpectedState,
} from "./scenario-helpers.ts";

/**
 * Creates an intent, and returns its outcome.
 * @param params - additional parameters, which the SDK's types may not allow
 */
const readCreationOutcome = ({ stripe }: Connection, params: object) =>
	getOutcome(
		() =>
			stripe.paymentIntents.create(Object.assign({ amount: 900, ...cardPaymentParams }, params)),
		toIntentOutcome,
	);

const createDeclineScenario = (method: string, code: string, decline_code?: string): Scenario => ({
	name: `declined: ${method}`,
	run: async ({ stripe }) => {
		const { id } = await createIntent(stripe);
		const response = await getOutcome(
			() => stripe.paymentIntents.confirm(id, { payment_method: method }),
			toIntentOutcome,
		);
		const { status, last_payment_error: error } = await stripe.paymentIntents.retrieve(id);
		return { response, status, lastError: error?.code ?? null };
	},
	expected: {
		response: createErrorOutcome(402, "card_error", {
			code,
			...(decline_code && { decline_code }),
		}),
		status: "requires_payment_method",
		lastError: code,
	},
});

const createRejectionScenario = (name: string, params: object, expected: Outcome): Scenario => ({
	name: `creating an intent is rejected: ${name}`,
	run: async (connection) => ({ response: await readCreationOutcome(connection, params) }),
	expected: { response: expected },
});

/** Scenarios to run with the mock and with Stripe. Both must have the expected outcomes. */
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
				secondCancel: await getOutcome(cancel, toIntentOutcome),
				confirmed: await getOutcome(
					() => stripe.paymentIntents.confirm(id, { payment_method: "pm_card_visa" }),
					toIntentOutcome,
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
		createInvalidRequestOutcome({ code: "amount_too_small", param: "amount" }),
	),
	createRejectionScenario(
		"amount too large",
		{ amount: 100_000_000 },
		createInvalidRequestOutcome({ code: "amount_too_large", param: "amount" }),
	),
	createRejectionScenario(
		"fractional amount",
		{ amount: 10.5 },
		createInvalidRequestOutcome({ code: "parameter_invalid_integer", param: "amount" }),
	),
	createRejectionScenario(
		"unknown currency",
		{ currency: "xxx" },
		createInvalidRequestOutcome({ param: "currency" }),
	),
	createRejectionScenario(
		"removed parameter",
		{ allowed_payment_method_types: undefined, payment_method_types: ["card"] },
		createInvalidRequestOutcome({ code: "parameter_unknown", param: "payment_method_types" }),
	),
	{
		name: "a payment, with the charge expanded",
		run: async (connection) => {
			const paid = await pay(connection.stripe);
			return { paid: toIntentOutcome(paid), charge: await readChargeOutcome(connection, paid.id) };
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
				canceled: await getOutcome(() => stripe.paymentIntents.cancel(id), toIntentOutcome),
				confirmed: await getOutcome(() => stripe.paymentIntents.confirm(id), toIntentOutcome),
				updated: await getOutcome(
					() => stripe.paymentIntents.update(id, { amount: 999 }),
					toIntentOutcome,
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
			paid: toIntentOutcome(await pay(stripe, "pm_card_authenticationRequired")),
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
			intent: await getOutcome(() => stripe.paymentIntents.retrieve("pi_none"), toIntentOutcome),
			canceled: await getOutcome(() => stripe.paymentIntents.cancel("pi_none"), toIntentOutcome),
			refund: await getOutcome(() => stripe.refunds.create({ charge: "ch_none" }), toRefundOutcome),
		}),
		expected: {
			intent: createErrorOutcome(404, "invalid_request_error", {
				code: "resource_missing",
				param: "intent",
			}),
			canceled: createErrorOutcome(404, "invalid_request_error", {
				code: "resource_missing",
				param: "intent",
			}),
			refund: createErrorOutcome(404, "invalid_request_error", {
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
				unknownCursor: await getOutcome(listAfterUnknown, () => ({})),
				over100: await getOutcome(listOver100, () => ({})),
				none: await getOutcome(listNone, () => ({})),
			};
		},
		expected: {
			length: 1,
			hasMore: true,
			isNextOlder: true,
			unknownCursor: createInvalidRequestOutcome({
				code: "resource_missing",
				param: "starting_after",
			}),
			over100: createInvalidRequestOutcome({ code: "parameter_invalid_integer", param: "limit" }),
			none: createInvalidRequestOutcome({ code: "parameter_invalid_integer", param: "limit" }),
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
				otherParams: await getOutcome(() => createWithKey(800), toIntentOutcome),
				otherEndpoint: await getOutcome(
					() => stripe.paymentIntents.cancel(first.id, {}, options),
					toIntentOutcome,
				),
			};
		},
		expected: {
			sameIntent: true,
			replayed: true,
			otherParams: createErrorOutcome(400, "idempotency_error"),
			otherEndpoint: createErrorOutcome(400, "idempotency_error"),
		},
	},
	{
		name: "an invalid API key",
		run: async ({ createClient }) => ({
			response: await getOutcome(
				() => createIntent(createClient("sk_test_invalid")),
				toIntentOutcome,
			),
		}),
		expected: { response: createErrorOutcome(401, "invalid_request_error") },
	},
	{
		name: "a property that cannot be expanded",
		run: async (connection) => ({
			response: await readCreationOutcome(connection, { expand: ["nothing"] }),
		}),
		expected: { response: createInvalidRequestOutcome() },
	},
];
