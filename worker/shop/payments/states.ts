/** Statuses of a dispute (docs.stripe.com/api/disputes/object): the money stayed, or came back. Every unknown one is open. */
export const disputesWon = ["won", "warning_closed"];
/** The money is gone. `prevented`: it was given back before there was a dispute (Visa's Rapid Dispute Resolution). */
export const disputesLost = ["lost", "prevented"];

/** Statuses of a refund (docs.stripe.com/api/refunds/object) whose end is not known. */
export const refundsPending = ["pending", "requires_action"];
/** Statuses of a refund whose money has come back to the shop. */
export const refundsFailed = ["failed", "canceled"];
