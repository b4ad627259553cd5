import {
	dispute_lost,
	payment_disputed,
	payment_partly_refunded,
	payment_refunded,
	refund_pending,
} from "./error-table/payments.ts";
import type { PlainErrorCode } from "./errors.ts";

/** Reasons not to ship an order. `error` and `message` are for admins. */
export const paymentHolds = {
	disputed: {
		label: "Disputed",
		error: "payment_disputed",
		message: payment_disputed.message,
		customerText:
			"Your bank is looking into this payment. Your order is on hold until the bank decides.",
	},
	dispute_lost: {
		label: "Dispute lost",
		error: "dispute_lost",
		message: dispute_lost.message,
		customerText: "Your bank returned this payment to you. This order will not be shipped.",
	},
	refunded: {
		label: "Refunded",
		error: "payment_refunded",
		message: payment_refunded.message,
		customerText: "This payment was refunded. This order will not be shipped.",
	},
	refund_pending: {
		label: "Refund pending",
		error: "refund_pending",
		message: refund_pending.message,
		customerText: "This payment is being refunded. This order will not be shipped.",
	},
	partly_refunded: {
		label: "Partly refunded",
		error: "payment_partly_refunded",
		message: payment_partly_refunded.message,
		customerText:
			"Part of this payment was refunded. This order is on hold until we have reviewed it.",
	},
} as const satisfies Record<
	string,
	{ label: string; error: PlainErrorCode; message: string; customerText: string }
>;

export type PaymentHold = keyof typeof paymentHolds;

type HeldPayment = { hold: PaymentHold | null; remainingCents: number };

/** Whether the customer gets the entire payment back, so that the order will not be shipped. A partial refund can be pending, too. */
export const returnsPayment = ({ hold, remainingCents }: HeldPayment): boolean =>
	hold === "dispute_lost" ||
	((hold === "refunded" || hold === "refund_pending") && remainingCents <= 0);
