import { and, eq, gt, ne } from "drizzle-orm";
import { describeRejection } from "#contract/refunds.ts";
import { can } from "#contract/roles.ts";
import { requireAccount } from "#worker/auth/authorize.ts";
import { paymentOrders, payments } from "#worker/db/schema.ts";
import type { Shop } from "../context.ts";
import type { Order } from "../orders/read.ts";
import { type PaymentState, readPaymentState } from "./money.ts";
import { fromRequest, fromStripe, type OrderRefund, withoutReasons } from "./order-refunds.ts";
import { refundsFailed } from "./refund-statuses.ts";
import { unpaidShares } from "./unpaid-shares.ts";

type Share = ReturnType<typeof unpaidShares>[number];

/** What is not refunded of a share: it waits, or Stripe rejected it, or the refund failed. */
function restOf({ payment, refunds }: PaymentState, { request, openCents }: Share): OrderRefund {
	const failed = refunds.find(
		({ status, requestId }) =>
			refundsFailed.includes(status) && (requestId === null || requestId === request?.id),
	);
	const isWaiting = request ? request.status === "waiting" : !failed;
	const rejection = request?.rejection ? describeRejection(request.rejection) : null;
	return {
		id: `rest-${payment.id}`,
		amountCents: openCents,
		pieces: 0,
		restocked: 0,
		reason: request?.reason ?? null,
		note: null,
		requestedBy: null,
		status: isWaiting ? "waiting" : (failed?.status ?? "rejected"),
		message: failed ? failed.failureReason : request ? rejection : payment.problem,
		refundId: failed?.id ?? null,
		createdAt: request?.createdAt ?? payment.createdAt,
	};
}

function refundsOfShare(state: PaymentState, share: Share): OrderRefund[] {
	const { request, sent, outside, openCents } = share;
	const isDisputed = state.payment.hold?.startsWith("dispute") ?? false;
	return [
		...(openCents > 0 && !isDisputed ? [restOf(state, share)] : []),
		...(sent && request ? [fromRequest(request, null, sent)] : []),
		...outside.toReversed().map(fromStripe),
	];
}

/**
 * What became of charges for an order that did not pay it, because it was canceled or already paid by then: refunds of its share, and what is
 * not refunded yet. The order must have been checked, as for `readRefunds`.
 */
export async function readReturnedShares(
	shop: Shop,
	{ id, transactionId }: Pick<Order, "id" | "transactionId">,
): Promise<OrderRefund[]> {
	const charged = await shop.db
		.select({ id: payments.id })
		.from(paymentOrders)
		.innerJoin(payments, eq(payments.id, paymentOrders.paymentId))
		.where(
			and(
				eq(paymentOrders.orderId, id),
				gt(payments.receivedCents, 0),
				eq(payments.currency, "usd"),
				ne(payments.id, transactionId ?? ""),
			),
		);
	const states = await Promise.all(charged.map((payment) => readPaymentState(shop, payment.id)));
	const all = states.flatMap((state) =>
		unpaidShares(state)
			.filter((share) => share.id === id)
			.flatMap((share) => refundsOfShare(state, share)),
	);
	return can(requireAccount(shop), "payments:read") ? all : all.map(withoutReasons);
}
