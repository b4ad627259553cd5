import { error } from "./error.ts";

export const refund_too_large = error(400, "At most {amount} can still be refunded", "amount");
export const restock_too_many = error(400, "At most {pieces} can be put back into stock", "pieces");
export const refund_too_many_pieces = error(
	400,
	"At most {pieces} can still be refunded",
	"pieces",
);
export const payment_required = error(
	402,
	"Stripe has no successful payment for this order. Check whether the order is paid before you pay again.",
);
export const payment_link_not_found = error(
	404,
	"This payment link does not work. Check that you copied all of it, or ask us for a new one.",
);
export const payment_processing = error(
	409,
	"A payment for this order is being processed. Try again in a minute.",
);
export const reservation_ended = error(
	409,
	"The pieces of this order are no longer reserved, so it cannot be paid. You have not been charged.",
);
export const already_paid = error(409, "This order is already paid");
export const order_unpaid = error(
	409,
	"This order is not paid yet. It has to be paid first, or canceled.",
);
export const payment_disputed = error(
	409,
	"The payment is disputed. Respond to the dispute in Stripe before you ship.",
);
export const dispute_lost = error(409, "The payment was lost in a dispute. Do not ship.");
export const payment_refunded = error(409, "The payment was refunded. Do not ship.");
export const refund_pending = error(409, "The payment is being refunded. Do not ship.");
export const payment_partly_refunded = error(
	409,
	"Part of the payment was refunded in Stripe. Refund the rest of this order.",
);
export const refund_disputed = error(
	409,
	"The payment is disputed, so it cannot be refunded. See the dispute in Stripe.",
);
export const refund_nothing_left = error(409, "Nothing is left to refund");
export const refund_order_changed = error(
	409,
	"This order has changed since you opened this page. Check it, then try again.",
);
export const refund_rejected = error(409, "Stripe rejected the refund: {reason}");
export const amount_not_accepted = error(
	409,
	"The payment provider does not accept a payment of this amount. Delete this order and choose another quantity.",
);
export const checkout_changed = error(
	409,
	"One of these orders has been paid or canceled. Reload the page to pay for the others.",
);
export const amount_mismatch = error(
	409,
	"The amount does not match this order. Reload the page and try again.",
);
export const order_ambiguous = error(409, "Specify the order that this payment is for");
export const too_many_payment_links = error(
	429,
	"This order and those placed with it have {max} payment links from the last 24 hours. Use one of them, or try again tomorrow.",
);
export const payment_unavailable = error(
	503,
	"The payment provider is not available right now. Nothing was changed; try again in a minute.",
);
