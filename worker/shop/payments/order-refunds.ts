import { and, eq, gt, ne } from "drizzle-orm";
import { describeRejection } from "#contract/refunds.ts";
import { can } from "#contract/roles.ts";
import { requireAccount } from "#worker/auth/authorize.ts";
import { retryBatch } from "#worker/db/retry.ts";
import {
	paymentOrders,
	payments,
	refundRequests,
	refundShares,
	type refunds,
	users,
} from "#worker/db/schema.ts";
import type { ShopContext } from "../context.ts";
import { type Order, requireOrder } from "../orders/read.ts";
import { selectRefunds } from "./payment-rows.ts";
import { type PaymentState, readPaymentState } from "./record-payment.ts";
import type { RefundRequest } from "./send-refund.ts";
import { failedRefundStatuses } from "./stripe-statuses.ts";
import { findUnusedShares, type UnusedShare } from "./unused-shares.ts";

export type OrderRefund = {
	/** The id of the request, or Stripe's id if no admin requested the refund in the shop. */
	id: string;
	amountCents: number;
	pieces: number;
	restocked: number;
	/** Null if no admin requested the refund in the shop. Customers never see it, nor `note`, `requestedBy`, `message`, or `refundId`. */
	reason: RefundRequest["reason"] | null;
	note: string | null;
	/** The admin's email; null if the account was deleted. */
	requestedBy: string | null;
	/** `waiting`, `rejected`, or a status of Stripe's (docs.stripe.com/api/refunds/object). */
	status: string;
	/** Why the refund was rejected or failed. */
	message: string | null;
	refundId: string | null;
	createdAt: Date;
};

type StripeRefund = typeof refunds.$inferSelect;

const toRequestedRefund = (
	{ id, amountCents, pieces, restocked, reason, note, createdAt, ...request }: RefundRequest,
	requestedBy: string | null,
	refund: StripeRefund | undefined,
): OrderRefund => ({
	id,
	// This is less than the requested amount if part of it was refunded in Stripe's Dashboard before the request was sent.
	amountCents: refund?.amountCents ?? amountCents,
	pieces,
	restocked,
	reason,
	note: note || null,
	requestedBy,
	createdAt,
	status: refund?.status ?? request.status,
	message: request.rejection
		? describeRejection(request.rejection)
		: (refund?.failureReason ?? null),
	refundId: request.refundId,
});

/** The values of a refund that no admin requested. */
const unrequested = { pieces: 0, restocked: 0, reason: null, note: null, requestedBy: null };

const toUnrequestedRefund = ({
	id,
	amountCents,
	status,
	failureReason,
	createdAt,
}: StripeRefund) => ({
	...unrequested,
	id,
	amountCents,
	status,
	message: failureReason,
	refundId: id,
	createdAt,
});

/** Removes what customers must not see. */
const redactForCustomer = (refund: OrderRefund): OrderRefund => ({
	...refund,
	reason: null,
	note: null,
	requestedBy: null,
	message: null,
	refundId: null,
});

/** Lists an order's refunds, newest first. The caller must check that the account may see the order. */
export async function readOrderRefunds({ db, account }: ShopContext, { id, transactionId }: Order) {
	const [requests, stripeRefunds, shares] = await retryBatch(db, [
		db
			.select({ request: refundRequests, email: users.email })
			.from(refundRequests)
			.leftJoin(users, eq(users.id, refundRequests.requestedBy))
			.where(eq(refundRequests.paymentId, transactionId ?? "")),
		selectRefunds(db, transactionId ?? ""),
		db
			.select({ refundId: refundShares.refundId, amountCents: refundShares.amountCents })
			.from(refundShares)
			.where(eq(refundShares.orderId, id)),
	]);
	const shareCentsByRefund = new Map(
		shares.map(({ refundId, amountCents }) => [refundId, amountCents]),
	);
	const requestIds = new Set(requests.map(({ request }) => request.id));
	const orderRefunds: OrderRefund[] = [
		...requests
			.filter(({ request }) => request.orderId === id)
			.map(({ request, email }) =>
				toRequestedRefund(
					request,
					email,
					stripeRefunds.find(({ requestId }) => requestId === request.id),
				),
			),
		...stripeRefunds
			.filter(({ requestId }) => !requestIds.has(requestId ?? ""))
			.map((refund) => ({ ...refund, amountCents: shareCentsByRefund.get(refund.id) ?? 0 }))
			.filter(({ amountCents }) => amountCents > 0)
			.map(toUnrequestedRefund),
	].sort((a, b) => b.createdAt.getTime() - a.createdAt.getTime());
	if (account && can(account, "payments:read")) return orderRefunds;
	return orderRefunds.filter(({ status }) => status !== "rejected").map(redactForCustomer);
}

/** @throws ShopError 401, 403, 404 */
export const listOrderRefunds = async (
	shop: ShopContext,
	orderId: string,
): Promise<OrderRefund[]> =>
	readOrderRefunds(shop, await requireOrder(shop, orderId, "payments:read"));

/** Describes the part of a share that is not refunded, because its refund is waiting, failed, or was rejected by Stripe. */
function toUnrefundedPart(
	{ payment, refunds }: PaymentState,
	{ request, unrefundedCents }: UnusedShare,
): OrderRefund {
	const failedRefund = refunds.find(
		({ status, requestId }) =>
			failedRefundStatuses.includes(status) && (requestId === null || requestId === request?.id),
	);
	const isWaiting = request ? request.status === "waiting" : !failedRefund;
	const rejection = request?.rejection ? describeRejection(request.rejection) : null;
	return {
		id: `rest-${payment.id}`,
		...unrequested,
		amountCents: unrefundedCents,
		reason: request?.reason ?? null,
		status: isWaiting ? "waiting" : (failedRefund?.status ?? "rejected"),
		message: failedRefund ? failedRefund.failureReason : request ? rejection : payment.problem,
		refundId: failedRefund?.id ?? null,
		createdAt: request?.createdAt ?? payment.createdAt,
	};
}

function listShareRefunds(state: PaymentState, share: UnusedShare): OrderRefund[] {
	const { request, sentRefund, unrequestedRefunds, unrefundedCents } = share;
	const isDisputed = state.payment.hold?.startsWith("dispute") ?? false;
	return [
		...(unrefundedCents > 0 && !isDisputed ? [toUnrefundedPart(state, share)] : []),
		...(sentRefund && request ? [toRequestedRefund(request, null, sentRefund)] : []),
		...unrequestedRefunds.toReversed().map(toUnrequestedRefund),
	];
}

/**
 * Lists the refunds of payments that were charged but did not pay for the order, because it was already canceled or paid. Includes amounts
 * that are not refunded yet. The caller must check that the account may see the order.
 */
export async function readUnusedShareRefunds(
	shop: ShopContext,
	{ id, transactionId }: Pick<Order, "id" | "transactionId">,
): Promise<OrderRefund[]> {
	const chargedPayments = await shop.db
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
	const states = await Promise.all(
		chargedPayments.map((payment) => readPaymentState(shop, payment.id)),
	);
	const orderRefunds = states.flatMap((state) =>
		findUnusedShares(state)
			.filter((share) => share.id === id)
			.flatMap((share) => listShareRefunds(state, share)),
	);
	return can(requireAccount(shop), "payments:read")
		? orderRefunds
		: orderRefunds.map(redactForCustomer);
}
