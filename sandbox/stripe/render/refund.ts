import type Stripe from "stripe";
import type { Refund } from "../objects.ts";

/** Returns a refund in the format of Stripe's API, which omits the fields about failures and delays that did not happen. */
export function renderRefund(refund: Refund): Stripe.Refund {
	return {
		id: refund.id,
		object: "refund",
		amount: refund.amount,
		balance_transaction: refund.balance_transaction,
		charge: refund.charge,
		created: refund.created,
		currency: refund.currency,
		customer: null,
		customer_account: null,
		destination_details: {
			card: {
				reference_status: "pending",
				reference_type: "acquirer_reference_number",
				type: "refund",
			},
			type: "card",
		},
		...(refund.failure_balance_transaction !== undefined && {
			failure_balance_transaction: refund.failure_balance_transaction,
		}),
		...(refund.failure_reason !== undefined && { failure_reason: refund.failure_reason }),
		metadata: refund.metadata,
		payment_intent: refund.payment_intent,
		payment_method: refund.payment_method,
		...(refund.pending_reason !== undefined && { pending_reason: refund.pending_reason }),
		reason: refund.reason,
		receipt_number: null,
		source_transfer_reversal: null,
		status: refund.status,
		transfer_reversal: null,
	};
}
