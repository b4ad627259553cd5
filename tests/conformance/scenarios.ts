import type { Connection } from "./connection.ts";
import { type Facts, factsOf, type Scenario } from "./facts.ts";
import {
	chargeFacts,
	intentFacts,
	invalid,
	open,
	pay,
	refundFacts,
	refusal,
	unexpected,
	usd,
} from "./questions.ts";
import { refundScenarios } from "./refund-scenarios.ts";

/** Parameters that no type allows. */
const create = ({ stripe }: Connection, params: object) =>
	factsOf(
		() => stripe.paymentIntents.create(Object.assign({ amount: 900, ...usd }, params)),
		intentFacts,
	);

const decline = (method: string, code: string, decline_code?: string): Scenario => ({
	name: `declined: ${method}`,
	run: async ({ stripe }) => {
		const { id } = await open(stripe);
		const response = await factsOf(
			() => stripe.paymentIntents.confirm(id, { payment_method: method }),
			intentFacts,
		);
		const { status, last_payment_error: error } = await stripe.paymentIntents.retrieve(id);
		return { response, status, kept: error?.code ?? null };
	},
	expected: {
		response: refusal(402, "card_error", { code, ...(decline_code && { decline_code }) }),
		status: "requires_payment_method",
		kept: code,
	},
});

const refused = (name: string, params: object, expected: Facts): Scenario => ({
	name: `create refused: ${name}`,
	run: async (connection) => ({ response: await create(connection, params) }),
	expected: { response: expected },
});

/** What is asked of the mock and of Stripe, and what either has to answer. */
export const scenarios: Scenario[] = [
	{
		name: "create, change, cancel",
		run: async ({ stripe }) => {
			const { id, ...made } = await open(stripe);
			const params = { amount: 3000, metadata: { note: "x" } };
			const changed = await stripe.paymentIntents.update(id, params);
			const cancel = () => stripe.paymentIntents.cancel(id, { cancellation_reason: "abandoned" });
			return {
				made: made.status,
				types: made.allowed_payment_method_types?.join() ?? null,
				changed: changed.amount,
				canceled: (await cancel()).status,
				again: await factsOf(cancel, intentFacts),
				confirmed: await factsOf(
					() => stripe.paymentIntents.confirm(id, { payment_method: "pm_card_visa" }),
					intentFacts,
				),
			};
		},
		expected: {
			made: "requires_payment_method",
			types: "card",
			changed: 3000,
			canceled: "canceled",
			again: unexpected,
			confirmed: unexpected,
		},
	},
	refused("too small", { amount: 49 }, invalid({ code: "amount_too_small", param: "amount" })),
	refused(
		"too large",
		{ amount: 100_000_000 },
		invalid({ code: "amount_too_large", param: "amount" }),
	),
	refused(
		"not whole",
		{ amount: 10.5 },
		invalid({ code: "parameter_invalid_integer", param: "amount" }),
	),
	refused("no such currency", { currency: "xxx" }, invalid({ param: "currency" })),
	refused(
		"a parameter that was removed",
		{ allowed_payment_method_types: undefined, payment_method_types: ["card"] },
		invalid({ code: "parameter_unknown", param: "payment_method_types" }),
	),
	{
		name: "paid, with the charge expanded",
		run: async (connection) => {
			const paid = await pay(connection.stripe);
			return { paid: intentFacts(paid), charge: await chargeFacts(connection, paid.id) };
		},
		expected: {
			paid: { status: "succeeded", amount: 2599, received: 2599, charged: true, next: null },
			charge: { paid: true, refunded: false, amount_refunded: 0, disputed: false, refunds: 0 },
		},
	},
	{
		name: "paid: can be neither canceled, confirmed nor changed",
		run: async ({ stripe }) => {
			const { id } = await pay(stripe);
			return {
				canceled: await factsOf(() => stripe.paymentIntents.cancel(id), intentFacts),
				confirmed: await factsOf(() => stripe.paymentIntents.confirm(id), intentFacts),
				changed: await factsOf(
					() => stripe.paymentIntents.update(id, { amount: 999 }),
					intentFacts,
				),
			};
		},
		expected: { canceled: unexpected, confirmed: unexpected, changed: unexpected },
	},
	decline("pm_card_visa_chargeDeclined", "card_declined", "generic_decline"),
	decline("pm_card_visa_chargeDeclinedInsufficientFunds", "card_declined", "insufficient_funds"),
	decline("pm_card_chargeDeclinedExpiredCard", "expired_card"),
	decline("pm_card_chargeDeclinedIncorrectCvc", "incorrect_cvc"),
	decline("pm_card_chargeDeclinedProcessingError", "processing_error"),
	{
		name: "3-D Secure is asked for",
		run: async ({ stripe }) => ({
			paid: intentFacts(await pay(stripe, "pm_card_authenticationRequired")),
		}),
		expected: {
			paid: {
				status: "requires_action",
				amount: 2599,
				received: 0,
				charged: false,
				next: "use_stripe_sdk",
			},
		},
	},
	{
		name: "an id that names nothing",
		run: async ({ stripe }) => ({
			intent: await factsOf(() => stripe.paymentIntents.retrieve("pi_none"), intentFacts),
			canceled: await factsOf(() => stripe.paymentIntents.cancel("pi_none"), intentFacts),
			refund: await factsOf(() => stripe.refunds.create({ charge: "ch_none" }), refundFacts),
		}),
		expected: {
			intent: refusal(404, "invalid_request_error", { code: "resource_missing", param: "intent" }),
			canceled: refusal(404, "invalid_request_error", {
				code: "resource_missing",
				param: "intent",
			}),
			refund: refusal(404, "invalid_request_error", { code: "resource_missing", param: "id" }),
		},
	},
	{
		name: "lists and their cursors",
		run: async ({ stripe }) => {
			const first = await open(stripe);
			await open(stripe);
			const { data, has_more } = await stripe.paymentIntents.list({ limit: 1 });
			const after = await stripe.paymentIntents.list({
				starting_after: data[0]?.id ?? "",
				limit: 1,
			});
			const none = () => stripe.paymentIntents.list({ starting_after: "pi_none" });
			return {
				length: data.length,
				more: has_more,
				next: after.data[0]?.id === first.id,
				none: await factsOf(none, () => ({})),
			};
		},
		expected: {
			length: 1,
			more: true,
			next: true,
			none: invalid({ code: "resource_missing", param: "starting_after" }),
		},
	},
	...refundScenarios,
	{
		name: "an idempotency key",
		run: async ({ stripe, wasReplayed }) => {
			const options = { idempotencyKey: `conformance-${crypto.randomUUID()}` };
			const ask = (amount: number) => stripe.paymentIntents.create({ ...usd, amount }, options);
			const first = await ask(700);
			const second = await ask(700);
			const replayed = wasReplayed();
			return {
				same: first.id === second.id,
				replayed,
				other: await factsOf(() => ask(800), intentFacts),
				elsewhere: await factsOf(
					() => stripe.paymentIntents.cancel(first.id, {}, options),
					intentFacts,
				),
			};
		},
		expected: {
			same: true,
			replayed: true,
			other: refusal(400, "idempotency_error"),
			elsewhere: refusal(400, "idempotency_error"),
		},
	},
	{
		name: "a key that is no key of the account",
		run: async ({ withKey }) => ({
			response: await factsOf(() => open(withKey("sk_test_nobodys")), intentFacts),
		}),
		expected: { response: refusal(401, "invalid_request_error") },
	},
	{
		name: "a property that cannot be expanded",
		run: async (connection) => ({ response: await create(connection, { expand: ["nothing"] }) }),
		expected: { response: invalid() },
	},
];
