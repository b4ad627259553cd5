import { getOutcome, type Outcome, type Scenario } from "./outcome.ts";
import {
	createIntent,
	createInvalidRequestOutcome,
	pay,
	readChargeOutcome,
	toRefundOutcome,
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
				created: toRefundOutcome(refund),
				charge: await readChargeOutcome(connection, id),
				second: await getOutcome(
					() => stripe.refunds.create({ payment_intent: id }),
					toRefundOutcome,
				),
				canceled: await getOutcome(() => stripe.refunds.cancel(refund.id), toRefundOutcome),
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
			second: createInvalidRequestOutcome({ code: "charge_already_refunded" }),
			canceled: createInvalidRequestOutcome(),
		},
	},
	{
		name: "a partial refund, then refunds that are too large and zero",
		run: async (connection) => {
			const { stripe } = connection;
			const { id } = await pay(stripe);
			const refund = (amount: number) =>
				getOutcome(() => stripe.refunds.create({ payment_intent: id, amount }), toRefundOutcome);
			await refund(1000);
			return {
				tooLarge: await refund(2000),
				zero: await refund(0),
				charge: await readChargeOutcome(connection, id),
			};
		},
		expected: {
			tooLarge: createInvalidRequestOutcome({ param: "amount" }),
			zero: createInvalidRequestOutcome({ code: "parameter_invalid_integer", param: "amount" }),
			charge: { paid: true, refunded: false, amount_refunded: 1000, disputed: false, refunds: 1 },
		},
	},
	{
		name: "a refund of an unpaid intent, and one without parameters",
		run: async ({ stripe }) => {
			const { id } = await createIntent(stripe);
			return {
				unpaid: await getOutcome(
					() => stripe.refunds.create({ payment_intent: id }),
					toRefundOutcome,
				),
				withoutParams: await getOutcome(() => stripe.refunds.create({}), toRefundOutcome),
			};
		},
		expected: {
			unpaid: createInvalidRequestOutcome(),
			withoutParams: createInvalidRequestOutcome(),
		},
	},
	{
		name: "the test cards for pending and failing refunds",
		run: async ({ stripe }) => {
			const statuses: Outcome = {};
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
			const { disputed } = await readChargeOutcome(connection, id);
			return {
				disputed: disputed ?? null,
				status: dispute?.status ?? null,
				reason: dispute?.reason ?? null,
				refundable: dispute?.is_charge_refundable ?? null,
				refund: await getOutcome(
					() => stripe.refunds.create({ payment_intent: id }),
					toRefundOutcome,
				),
				closed: dispute ? (await stripe.disputes.close(dispute.id)).status : null,
			};
		},
		expected: {
			disputed: true,
			status: "needs_response",
			reason: "fraudulent",
			refundable: false,
			refund: createInvalidRequestOutcome({ code: "charge_disputed" }),
			closed: "lost",
		},
	},
];
