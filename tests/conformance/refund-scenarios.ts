import { type Facts, getFacts, type Scenario } from "./facts.ts";
import {
	createIntent,
	createInvalidRequestFacts,
	pay,
	readChargeFacts,
	toRefundFacts,
} from "./scenario-helpers.ts";

/** Scenarios of refunds and disputes. */
export const refundScenarios: Scenario[] = [
	{
		name: "a full refund, which cannot be repeated or canceled",
		run: async (connection) => {
			const { stripe } = connection;
			const { id } = await pay(stripe);
			const refund = await stripe.refunds.create({
				payment_intent: id,
				reason: "requested_by_customer",
			});
			return {
				created: toRefundFacts(refund),
				charge: await readChargeFacts(connection, id),
				second: await getFacts(() => stripe.refunds.create({ payment_intent: id }), toRefundFacts),
				canceled: await getFacts(() => stripe.refunds.cancel(refund.id), toRefundFacts),
			};
		},
		expected: {
			created: {
				status: "succeeded",
				amount: 2599,
				reason: "requested_by_customer",
				pendingReason: null,
				hasBalanceTransaction: true,
			},
			charge: { paid: true, refunded: true, amount_refunded: 2599, disputed: false, refunds: 1 },
			second: createInvalidRequestFacts({ code: "charge_already_refunded" }),
			canceled: createInvalidRequestFacts(),
		},
	},
	{
		name: "a partial refund, then refunds that are too large and zero",
		run: async (connection) => {
			const { stripe } = connection;
			const { id } = await pay(stripe);
			const refund = (amount: number) =>
				getFacts(() => stripe.refunds.create({ payment_intent: id, amount }), toRefundFacts);
			await refund(1000);
			return {
				tooLarge: await refund(2000),
				zero: await refund(0),
				charge: await readChargeFacts(connection, id),
			};
		},
		expected: {
			tooLarge: createInvalidRequestFacts({ param: "amount" }),
			zero: createInvalidRequestFacts({ code: "parameter_invalid_integer", param: "amount" }),
			charge: { paid: true, refunded: false, amount_refunded: 1000, disputed: false, refunds: 1 },
		},
	},
	{
		name: "a refund of an unpaid intent, and one without parameters",
		run: async ({ stripe }) => {
			const { id } = await createIntent(stripe);
			return {
				unpaid: await getFacts(() => stripe.refunds.create({ payment_intent: id }), toRefundFacts),
				withoutParams: await getFacts(() => stripe.refunds.create({}), toRefundFacts),
			};
		},
		expected: { unpaid: createInvalidRequestFacts(), withoutParams: createInvalidRequestFacts() },
	},
	{
		name: "the test cards for pending and failing refunds",
		run: async ({ stripe }) => {
			const statuses: Facts = {};
			for (const method of ["pm_card_pendingRefund", "pm_card_refundFail"]) {
				const { id } = await pay(stripe, method);
				statuses[method] = (await stripe.refunds.create({ payment_intent: id })).status;
			}
			return statuses;
		},
		expected: { pm_card_pendingRefund: "pending", pm_card_refundFail: "succeeded" },
	},
	{
		name: "a dispute withdraws the funds and blocks refunds",
		run: async (connection) => {
			const { stripe } = connection;
			const { id } = await pay(stripe, "pm_card_createDispute");
			const [dispute] = (await stripe.disputes.list({ payment_intent: id })).data;
			const { disputed } = await readChargeFacts(connection, id);
			return {
				disputed: disputed ?? null,
				status: dispute?.status ?? null,
				reason: dispute?.reason ?? null,
				refundable: dispute?.is_charge_refundable ?? null,
				refund: await getFacts(() => stripe.refunds.create({ payment_intent: id }), toRefundFacts),
				closed: dispute ? (await stripe.disputes.close(dispute.id)).status : null,
			};
		},
		expected: {
			disputed: true,
			status: "needs_response",
			reason: "fraudulent",
			refundable: false,
			refund: createInvalidRequestFacts({ code: "charge_disputed" }),
			closed: "lost",
		},
	},
];
