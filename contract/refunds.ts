/** The reasons that an admin can choose for a refund. The keys are stored in the database. */
export const adminRefundReasons = {
	requested: "Requested by the customer",
	damaged: "Damaged or defective",
	wrong_item: "Wrong tool or quantity",
	not_received: "Not received",
	out_of_stock: "Out of stock",
	goodwill: "Goodwill",
	other: "Other",
} as const;

export type AdminRefundReason = keyof typeof adminRefundReasons;

/** All reasons for a refund. The shop itself sets `unused` if a payment for several orders could not be applied to this one. */
export const refundReasons = {
	...adminRefundReasons,
	unused: "The order was canceled or already paid",
} as const;

export type RefundReason = keyof typeof refundReasons;

export const adminRefundReasonKeys = Object.keys(adminRefundReasons) as AdminRefundReason[];

/**
 * Messages for admins by Stripe error code (docs.stripe.com/error-codes). The shop itself adds `refunded_in_stripe`.
 */
const rejectionTexts = new Map([
	["charge_disputed", "the payment has an open or lost dispute. See the dispute in Stripe."],
	["charge_already_refunded", "the payment was already refunded in Stripe."],
	[
		"balance_insufficient",
		"the balance of the Stripe account is too low. Add funds in Stripe, then refund again.",
	],
	["refunded_in_stripe", "it was already refunded in Stripe."],
	["resource_missing", "Stripe does not know this payment. Check the keys of the Stripe account."],
]);

/**
 * @param rejection - Stripe's error code, or its message if there is no code
 * @returns a sentence that follows a colon
 */
export const describeRejection = (rejection: string): string =>
	rejectionTexts.get(rejection) ?? rejection;
