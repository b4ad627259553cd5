import { errors, type PlainErrorCode } from "./errors.ts";

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
export const holdErrors = {
	disputed: "payment_disputed",
	dispute_lost: "dispute_lost",
	refunded: "payment_refunded",
	refund_pending: "refund_pending",
	partly_refunded: "payment_partly_refunded",
} as const satisfies Record<PaymentHold, PlainErrorCode>;

export const holdMessages: Record<PaymentHold, string> = {
	disputed: errors.payment_disputed.message,
	dispute_lost: errors.dispute_lost.message,
	refunded: errors.payment_refunded.message,
	refund_pending: errors.refund_pending.message,
	partly_refunded: errors.payment_partly_refunded.message,
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
