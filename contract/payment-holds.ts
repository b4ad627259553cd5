import { errors, type PlainErrorCode } from "./errors.ts";

/**
 * The reasons why the order of a payment must not be shipped. `error` and `message`: for an admin who ships it. `news`: for its
 * customer.
 */
export const paymentHolds = {
	disputed: {
		label: "Disputed",
		error: "payment_disputed",
		message: errors.payment_disputed.message,
		news: "Your bank is looking into this payment. Your order waits until that is decided.",
	},
	dispute_lost: {
		label: "Dispute lost",
		error: "dispute_lost",
		message: errors.dispute_lost.message,
		news: "Your bank gave this payment back to you. This order will not be sent.",
	},
	refunded: {
		label: "Refunded",
		error: "payment_refunded",
		message: errors.payment_refunded.message,
		news: "This payment was refunded. This order will not be sent.",
	},
	refund_pending: {
		label: "Refund pending",
		error: "refund_pending",
		message: errors.refund_pending.message,
		news: "This payment is being refunded. This order will not be sent.",
	},
	partly_refunded: {
		label: "Partly refunded",
		error: "payment_partly_refunded",
		message: errors.payment_partly_refunded.message,
		news: "Part of this payment was refunded. This order waits until we have looked at it.",
	},
} as const satisfies Record<
	string,
	{ label: string; error: PlainErrorCode; message: string; news: string }
>;

export type PaymentHold = keyof typeof paymentHolds;
