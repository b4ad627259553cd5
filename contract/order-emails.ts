/** Labels, shown to admins, of the emails about an order. The keys are stored in the database. */
export const orderEmailLabels = {
	placed: "Order confirmation",
	payment_link: "Payment link",
	reminder: "Payment reminder",
	receipt: "Receipt",
	shipped: "Shipping notice",
	canceled: "Cancellation",
	expired: "Cancellation (not paid in time)",
	refunded: "Cancellation (refunded in Stripe)",
	tracking: "Tracking number",
	cancellation_declined: "Cancellation declined",
} as const;

export type OrderEmailKind = keyof typeof orderEmailLabels;

/**
 * Emails that ask for payment. They are queued while an order is unpaid, delayed while a bank is processing a payment, and dropped if
 * the order is no longer unpaid when they are due.
 */
export const unpaidEmailKinds: OrderEmailKind[] = ["placed", "payment_link", "reminder"];

/** Why an email is not retried. For admins, the values complete "It could not be delivered, because …". */
export const emailFailures = {
	invalid: "the address is not valid",
	rejected: "the recipient's mail server rejected it",
	refused: "the email service does not accept it for any address",
	suppressed: "earlier emails to this address bounced or were reported as spam",
	given_up: "eight attempts in ten hours failed",
} as const;

export type EmailFailure = keyof typeof emailFailures;
