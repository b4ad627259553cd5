import { type Facts, factsOf, type Scenario } from "./facts.ts";
import { chargeFacts, invalid, open, pay, refundFacts } from "./questions.ts";

/** Money that goes back: by the shop, or taken by a bank. */
export const refundScenarios: Scenario[] = [
	{
		name: "refund in full, and once only",
		run: async (connection) => {
			const { stripe } = connection;
			const { id } = await pay(stripe);
			const made = await stripe.refunds.create({
				...{ payment_intent: id, reason: "requested_by_customer" },
			});
			return {
				made: refundFacts(made),
				charge: await chargeFacts(connection, id),
				again: await factsOf(() => stripe.refunds.create({ payment_intent: id }), refundFacts),
				canceled: await factsOf(() => stripe.refunds.cancel(made.id), refundFacts),
			};
		},
		expected: {
			made: {
				status: "succeeded",
				amount: 2599,
				reason: "requested_by_customer",
				pending: null,
				booked: true,
			},
			charge: { paid: true, refunded: true, amount_refunded: 2599, disputed: false, refunds: 1 },
			again: invalid({ code: "charge_already_refunded" }),
			canceled: invalid(),
		},
	},
	{
		name: "refund of a part, never more than is left",
		run: async (connection) => {
			const { stripe } = connection;
			const { id } = await pay(stripe);
			const refund = (amount: number) =>
				factsOf(() => stripe.refunds.create({ payment_intent: id, amount }), refundFacts);
			await refund(1000);
			return {
				more: await refund(2000),
				zero: await refund(0),
				charge: await chargeFacts(connection, id),
			};
		},
		expected: {
			more: invalid({ param: "amount" }),
			zero: invalid({ code: "parameter_invalid_integer", param: "amount" }),
			charge: { paid: true, refunded: false, amount_refunded: 1000, disputed: false, refunds: 1 },
		},
	},
	{
		name: "refund without a charge",
		run: async ({ stripe }) => {
			const { id } = await open(stripe);
			return {
				unpaid: await factsOf(() => stripe.refunds.create({ payment_intent: id }), refundFacts),
				nothing: await factsOf(() => stripe.refunds.create({}), refundFacts),
			};
		},
		expected: { unpaid: invalid(), nothing: invalid() },
	},
	{
		name: "refunds that begin pending, and succeeded before they fail",
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
		name: "a dispute takes the money, and no refund is given",
		run: async (connection) => {
			const { stripe } = connection;
			const { id } = await pay(stripe, "pm_card_createDispute");
			const [dispute] = (await stripe.disputes.list({ payment_intent: id })).data;
			const { disputed } = await chargeFacts(connection, id);
			return {
				disputed: disputed ?? null,
				status: dispute?.status ?? null,
				reason: dispute?.reason ?? null,
				refundable: dispute?.is_charge_refundable ?? null,
				refund: await factsOf(() => stripe.refunds.create({ payment_intent: id }), refundFacts),
				closed: dispute ? (await stripe.disputes.close(dispute.id)).status : null,
			};
		},
		expected: {
			disputed: true,
			status: "needs_response",
			reason: "fraudulent",
			refundable: false,
			refund: invalid({ code: "charge_disputed" }),
			closed: "lost",
		},
	},
];
