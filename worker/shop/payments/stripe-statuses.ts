/** Statuses of a refund (docs.stripe.com/api/refunds/object) that can still succeed or fail. */
export const refundsPending = ["pending", "requires_action"];

/** Statuses of a refund that Stripe has accepted, and that has not failed. */
export const refundsAccepted = ["succeeded", ...refundsPending];

/** Statuses of a refund after which the shop has the money again (docs.stripe.com/api/refunds/object). */
export const refundsFailed = ["failed", "canceled"];

/** Statuses of a dispute (docs.stripe.com/api/disputes/object) after which the shop has the money. An unknown status counts as open. */
export const disputesWon = ["won", "warning_closed"];

/** The shop has lost the money. `prevented`: it was refunded before a dispute was opened (Visa Rapid Dispute Resolution). */
export const disputesLost = ["lost", "prevented"];

/** Statuses of a dispute or an inquiry during which Stripe accepts refunds (docs.stripe.com/disputes/how-disputes-work). */
export const disputesRefundable = [
	...disputesWon,
	"warning_needs_response",
	"warning_under_review",
];
