/** Statuses of a refund (docs.stripe.com/api/refunds/object) that can still succeed or fail. */
export const refundsPending = ["pending", "requires_action"];

/** Statuses of a refund after which the shop has the money again (docs.stripe.com/api/refunds/object). */
export const refundsFailed = ["failed", "canceled"];
