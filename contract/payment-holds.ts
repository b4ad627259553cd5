/** Why the order that a payment has paid must not be shipped: its money went back, or may have to. */
export const paymentHolds = [
	"disputed",
	"dispute_lost",
	"refunded",
	"refund_pending",
	"partly_refunded",
] as const;

export type PaymentHold = (typeof paymentHolds)[number];

/** How a payment stands, in the tables and on the order's page. */
export const holdLabels: Record<PaymentHold, string> = {
	disputed: "Disputed",
	dispute_lost: "Dispute lost",
	refunded: "Refunded",
	refund_pending: "Refund pending",
	partly_refunded: "Partly refunded",
};

/** What an admin reads who wants to ship such an order. */
export const holdRefusals: Record<PaymentHold, string> = {
	disputed:
		"The payment of this order is disputed: do not ship it. Answer the dispute in Stripe; if it is won, the order can be shipped.",
	dispute_lost: "The payment of this order was lost in a dispute, so it cannot be shipped",
	refunded: "The payment of this order was refunded, so it cannot be shipped",
	refund_pending: "The payment of this order is being refunded, so it cannot be shipped",
	partly_refunded:
		"Part of the payment of this order was refunded, so it cannot be shipped. Refund the rest in Stripe.",
};

/** What its customer reads about what comes next. */
export const holdNews: Record<PaymentHold, string> = {
	disputed: "Your bank is looking into this payment. Your order waits until that is decided.",
	dispute_lost: "Your bank gave this payment back to you. This order will not be sent.",
	refunded: "This payment was refunded. This order will not be sent.",
	refund_pending: "This payment is being refunded. This order will not be sent.",
	partly_refunded:
		"Part of this payment was refunded. This order waits until we have looked at it.",
};

/** Why orders of such payments were not shipped, of one and of several. */
export const holdReasons: Record<string, readonly [string, string]> = {
	[holdRefusals.disputed]: ["is disputed", "are disputed"],
	[holdRefusals.dispute_lost]: ["was lost in a dispute", "were lost in disputes"],
	[holdRefusals.refunded]: ["was refunded", "were refunded"],
	[holdRefusals.refund_pending]: ["is being refunded", "are being refunded"],
	[holdRefusals.partly_refunded]: ["was partly refunded", "were partly refunded"],
};
