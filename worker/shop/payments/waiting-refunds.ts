import type { PaymentState } from "./money.ts";
import { outsideRefunds, unpaidShares } from "./unpaid-shares.ts";

type Request = PaymentState["requests"][number];

/** How much of a request was refunded in Stripe's Dashboard instead, as far as is known; at most its amount. */
function replaceableCents({ id, amountCents, ...request }: Request, { refunds }: PaymentState) {
	if (request.status === "waiting" || request.rejection === "refunded_in_stripe") {
		return amountCents;
	}
	const sent = refunds.find(({ requestId }) => requestId === id);
	return sent ? amountCents - sent.amountCents : 0;
}

type Outside = { amountCents: number; leftCents: number };

/** Takes up to `cents` of refunds that were not known when the request was written. @returns what was taken, in cents */
function takeFrom(outside: Outside[], { knownCents }: Request, cents: number): number {
	let [known, wanted] = [knownCents ?? Number.POSITIVE_INFINITY, cents];
	for (const refund of outside) {
		const before = Math.min(known, refund.amountCents);
		const taken = Math.min(wanted, refund.amountCents - before, refund.leftCents);
		known -= before;
		wanted -= taken;
		refund.leftCents -= taken;
	}
	return cents - wanted;
}

/**
 * What is left to send of a waiting request, in cents. A refund in Stripe's Dashboard is first of the shares of orders that the payment did
 * not pay, then of the requests that had been written before it was known, in their order; and only once.
 */
export function openCentsOf(state: PaymentState, requestId: string): number {
	const shares = unpaidShares(state);
	const share = shares.find(({ request }) => request?.id === requestId);
	if (share) return share.openCents;
	const outside = outsideRefunds(state).map((refund) => {
		const ofShares = shares
			.flatMap((other) => other.outside.filter(({ id }) => id === refund.id))
			.reduce((sum, { amountCents }) => sum + amountCents, 0);
		return { amountCents: refund.amountCents, leftCents: refund.amountCents - ofShares };
	});
	const asked = state.requests
		.filter(({ reason }) => reason !== "unused")
		.sort((one, other) => one.createdAt.getTime() - other.createdAt.getTime());
	for (const request of asked) {
		const takenCents = takeFrom(outside, request, replaceableCents(request, state));
		if (request.id === requestId) return request.amountCents - takenCents;
	}
	return 0;
}
