import type { PaymentState } from "./money.ts";
import { refundsFailed, refundsPending } from "./refund-statuses.ts";

const isPending = ({ status }: { status: string }) => refundsPending.includes(status);

/** Refunds that the shop was not asked for, as far as they have not failed. Oldest first. */
export function outsideRefunds({ requests, refunds }: PaymentState) {
	const askedIds = new Set(requests.map(({ id }) => id));
	return refunds
		.filter(
			({ status, requestId }) => !refundsFailed.includes(status) && !askedIds.has(requestId ?? ""),
		)
		.toReversed();
}

/**
 * The shares of orders that the payment did not pay, with what was refunded of each: `sent` by the shop, `outside` in Stripe's Dashboard,
 * or automatically with all of the payment. A refund outside is first of the shares that the shop could not refund, then of those that
 * wait, in the order of their ids.
 */
export function unpaidShares(state: PaymentState) {
	const { payment, orders, requests, refunds } = state;
	const live = refunds.filter(({ status }) => !refundsFailed.includes(status));
	const left = outsideRefunds(state).map((refund) => ({ ...refund }));
	return orders
		.filter(({ transactionId }) => transactionId !== payment.id)
		.map((order) => {
			const request = requests.find(
				({ orderId, reason }) => orderId === order.id && reason === "unused",
			);
			const isTried = request !== undefined && request.status !== "waiting";
			return { ...order, request, sortKey: `${isTried ? 0 : 1}${request?.id ?? order.id}` };
		})
		.sort((one, other) => (one.sortKey < other.sortKey ? -1 : 1))
		.map((share) => {
			const sent = live.find(({ requestId }) => requestId === share.request?.id);
			let openCents = share.shareCents - (sent?.amountCents ?? 0);
			const outside = left.flatMap((refund) => {
				const amountCents = Math.min(openCents, refund.amountCents);
				refund.amountCents -= amountCents;
				openCents -= amountCents;
				return amountCents > 0 ? [{ ...refund, amountCents }] : [];
			});
			return { ...share, sent, outside, openCents };
		});
}

/** Whether Stripe has not completed a refund of the share of an order that the payment did not pay. */
export const isShareRefundPending = (state: PaymentState): boolean =>
	unpaidShares(state).some(
		({ sent, outside }) => (sent && isPending(sent)) || outside.some(isPending),
	);
