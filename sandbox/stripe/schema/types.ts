import type { PaymentIntent, PaymentMethod } from "@stripe/stripe-js";
import type Stripe from "stripe";

/** What the schema is made of: answers by their `object`, with that of an error. */
export interface Answers {
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

/** … what a publishable key is shown of them … */
export interface BrowserAnswers {
	payment_intent: PaymentIntent;
	payment_method: PaymentMethod;
}

/** … and parameters by the call that takes them. */
export interface Params {
	"payment_intents.create": Stripe.PaymentIntentCreateParams;
	"payment_intents.retrieve": Stripe.PaymentIntentRetrieveParams;
	"payment_intents.update": Stripe.PaymentIntentUpdateParams;
	"payment_intents.confirm": Stripe.PaymentIntentConfirmParams;
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
