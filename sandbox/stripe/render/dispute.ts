import type Stripe from "stripe";
import type { Store } from "../../store.ts";
import { balanceTransactions, charges, type Dispute, type FraudWarning } from "../objects.ts";
import { renderBalanceTransaction } from "./balance-transaction.ts";

const dayInSeconds = 24 * 3600;
const reasonCodes: Record<string, string> = { fraudulent: "10.4", product_not_received: "13.1" };

const noEvidence: Stripe.Dispute.Evidence = {
	access_activity_log: null,
	billing_address: null,
	cancellation_policy: null,
	cancellation_policy_disclosure: null,
	cancellation_rebuttal: null,
	customer_communication: null,
	customer_email_address: null,
	customer_name: null,
	customer_purchase_ip: null,
	customer_signature: null,
	duplicate_charge_documentation: null,
	duplicate_charge_explanation: null,
	duplicate_charge_id: null,
	enhanced_evidence: {},
	product_description: null,
	receipt: null,
	refund_policy: null,
	refund_policy_disclosure: null,
	refund_refusal_explanation: null,
	service_date: null,
	service_documentation: null,
	shipping_address: null,
	shipping_carrier: null,
	shipping_date: null,
	shipping_documentation: null,
	shipping_tracking_number: null,
	uncategorized_file: null,
	uncategorized_text: null,
};

/** Returns a dispute in the format of Stripe's API. Evidence is due at the end of the eighth day after `created`. */
export function renderDispute(store: Store, dispute: Dispute): Stripe.Dispute {
	const brand = store.get(charges, dispute.charge)?.payment_method_details.card.brand ?? "visa";
	const isSubmitted = dispute.submission_count > 0;
	return {
		id: dispute.id,
		object: "dispute",
		amount: dispute.amount,
		balance_transactions: dispute.balance_transactions.flatMap((id) => {
			const transaction = store.get(balanceTransactions, id);
			return transaction ? [renderBalanceTransaction(transaction)] : [];
		}),
		charge: dispute.charge,
		created: dispute.created,
		currency: dispute.currency,
		enhanced_eligibility_types: [],
		evidence: { ...noEvidence, ...dispute.evidence },
		evidence_details: {
			due_by: (Math.floor(dispute.created / dayInSeconds) + 9) * dayInSeconds - 1,
			enhanced_eligibility: {},
			has_evidence: Object.keys(dispute.evidence).length > 0,
			past_due: false,
			submission_count: dispute.submission_count,
			submission_method: isSubmitted ? "manual" : "not_submitted",
		},
		intended_submission_method: null,
		is_charge_refundable: dispute.is_charge_refundable,
		livemode: false,
		metadata: dispute.metadata,
		payment_intent: dispute.payment_intent,
		payment_method_details: {
			card: {
				brand,
				case_type: dispute.inquiry ? "inquiry" : "chargeback",
				network: brand,
				network_reason_code: dispute.inquiry ? "10" : (reasonCodes[dispute.reason] ?? "12.5"),
			},
			type: "card",
		},
		reason: dispute.reason,
		status: dispute.status,
	};
}

/** Returns an early fraud warning in the format of Stripe's API. */
export function renderFraudWarning(
	store: Store,
	warning: FraudWarning,
): Stripe.Radar.EarlyFraudWarning {
	const charge = store.get(charges, warning.charge);
	return {
		...warning,
		object: "radar.early_fraud_warning",
		actionable: charge?.disputed === false && !charge.refunded,
		livemode: false,
	};
}
