/** Statuses of a refund that can still succeed or fail (docs.stripe.com/api/refunds/object). */
export const pendingRefundStatuses = ["pending", "requires_action"];

/** Statuses of a refund that has succeeded or may still succeed. */
export const acceptedRefundStatuses = ["succeeded", ...pendingRefundStatuses];

/** Statuses of a refund whose money is back in the shop's balance. */
export const failedRefundStatuses = ["failed", "canceled"];

/** Statuses of a dispute after which the shop keeps the money (docs.stripe.com/api/disputes/object). Unknown statuses count as open. */
export const wonDisputeStatuses = ["won", "warning_closed"];

/**
 * Statuses of a dispute after which the shop has lost the money. `prevented`: the charge was refunded before a dispute was opened (Visa Rapid
 * Dispute Resolution).
 */
export const lostDisputeStatuses = ["lost", "prevented"];

/** Statuses of a dispute or an inquiry during which Stripe accepts refunds (docs.stripe.com/disputes/how-disputes-work). */
export const refundableDisputeStatuses = [
	...wonDisputeStatuses,
	"warning_needs_response",
	"warning_under_review",
];
