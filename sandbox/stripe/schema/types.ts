import type { PaymentIntent, PaymentMethod } from "@stripe/stripe-js";
import type Stripe from "stripe";

// The schema is generated from these types.

/** The SDK's types lack the parameter with which Stripe.js lets Stripe infer the IP address and the browser. */
interface BrowserConfirmParams extends Omit<Stripe.PaymentIntentConfirmParams, "mandate_data"> {
	mandate_data?: {
		customer_acceptance: { type: "online"; online: { infer_from_client: boolean } };
	};
}

/** Responses to the secret key, by their `object`, and the error. */
export interface Responses {
	payment_intent: Stripe.PaymentIntent;
	payment_method: Stripe.PaymentMethod;
	charge: Stripe.Charge;
	refund: Stripe.Refund;
	dispute: Stripe.Dispute;
	balance_transaction: Stripe.BalanceTransaction;
	"radar.early_fraud_warning": Stripe.Radar.EarlyFraudWarning;
	event: Stripe.EventBase;
	error: Stripe.StripeRawError;
}

/** Responses to the publishable key, by their `object`. */
export interface BrowserResponses {
	payment_intent: PaymentIntent;
	payment_method: PaymentMethod;
}

/** Request parameters, by the API call that takes them. */
export interface Params {
	"payment_intents.create": Stripe.PaymentIntentCreateParams;
	"payment_intents.retrieve": Stripe.PaymentIntentRetrieveParams;
	"payment_intents.update": Stripe.PaymentIntentUpdateParams;
	"payment_intents.confirm": BrowserConfirmParams;
	"payment_intents.cancel": Stripe.PaymentIntentCancelParams;
	"payment_intents.list": Stripe.PaymentIntentListParams;
	"payment_methods.create": Stripe.PaymentMethodCreateParams;
	"payment_methods.retrieve": Stripe.PaymentMethodRetrieveParams;
	"refunds.create": Stripe.RefundCreateParams;
	"refunds.retrieve": Stripe.RefundRetrieveParams;
	"refunds.update": Stripe.RefundUpdateParams;
	"refunds.cancel": Stripe.RefundCancelParams;
	"refunds.list": Stripe.RefundListParams;
	"charges.retrieve": Stripe.ChargeRetrieveParams;
	"charges.list": Stripe.ChargeListParams;
	"disputes.retrieve": Stripe.DisputeRetrieveParams;
	"disputes.update": Stripe.DisputeUpdateParams;
	"disputes.close": Stripe.DisputeCloseParams;
	"disputes.list": Stripe.DisputeListParams;
	"events.retrieve": Stripe.EventRetrieveParams;
	"events.list": Stripe.EventListParams;
	"balance_transactions.retrieve": Stripe.BalanceTransactionRetrieveParams;
	"balance_transactions.list": Stripe.BalanceTransactionListParams;
	"early_fraud_warnings.list": Stripe.Radar.EarlyFraudWarningListParams;
}
