import type Stripe from "stripe";
import type { Store } from "../../store.ts";
import { balanceTransactions, charges, type Dispute, type FraudWarning } from "../objects.ts";
import { renderBalanceTransaction } from "./balance-transaction.ts";

const day = 24 * 3600;
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

/** Shows a dispute as Stripe's API does; evidence is due by the end of the eighth day after it began. */
export function renderDispute(store: Store, dispute: Dispute): Stripe.Dispute {
	const brand = store.get(charges, dispute.charge)?.payment_method_details.card.brand ?? "visa";
	const submitted = dispute.submission_count > 0;
	return {
		id: dispute.id,
		object: "dispute",
		amount: dispute.amount,
		balance_transactions: dispute.balance_transactions.flatMap((id) => {
			const entry = store.get(balanceTransactions, id);
			return entry ? [renderBalanceTransaction(entry)] : [];
		}),
		charge: dispute.charge,
		created: dispute.created,
		currency: dispute.currency,
		enhanced_eligibility_types: [],
		evidence: { ...noEvidence, ...dispute.evidence },
		evidence_details: {
			due_by: (Math.floor(dispute.created / day) + 9) * day - 1,
			enhanced_eligibility: {},
			has_evidence: Object.keys(dispute.evidence).length > 0,
			past_due: false,
			submission_count: dispute.submission_count,
			submission_method: submitted ? "manual" : "not_submitted",
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

/** Shows an early fraud warning as Stripe's API does. */
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
