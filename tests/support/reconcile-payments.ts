import { and, eq, gt, inArray, isNotNull, isNull, lt, notExists, or } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import type { Database } from "#worker/db/client.ts";
import {
	disputes,
	orders,
	payments,
	refundRequests,
	refunds,
	settings,
} from "#worker/db/schema.ts";
import { getTotalCents } from "#worker/shop/orders/read.ts";
import type { StripeLedger } from "./stripe.ts";

/**
 * `used`: paid for orders, with the rest refunded. `waiting`: neither paid for an order nor refunded, but listed for admins with the reason.
 * `lost`: none of these, which is always a violation.
 */
type Outcome = "used" | "refunded" | "waiting" | "lost";

export type Reconciliation = {
	/** Number of the shop's own succeeded payments. The next three fields count them by outcome. */
	payments: number;
	usedPayments: number;
	refunded: number;
	waiting: number;
	/** Number of succeeded payments of other apps on the Stripe account. */
	otherApps: number;
	/** The sum of all differences between Stripe and the database in charges, refunds and lost disputes. */
	differenceCents: number;
	/** The id of each payment with the outcome `lost`, and a line for each other violation. */
	lost: string[];
};

type Intent = StripeLedger["intents"][number];

const sum = (amounts: { amount: number }[]) =>
	amounts.reduce((total, { amount }) => total + amount, 0);

/** Returns Stripe's totals of one payment, in cents. */
function sumPayment({ id, amount }: Intent, ledger: StripeLedger) {
	const refunds = ledger.refunds.filter((refund) => refund.payment_intent === id);
	const disputes = ledger.disputes.filter((dispute) => dispute.payment_intent === id);
	return {
		charged: amount,
		refunded: sum(refunds.filter(({ status }) => status === "succeeded")),
		disputed: sum(disputes.filter(({ status }) => status === "lost")),
	};
}

const refundsOfRequests = alias(refunds, "refunds_of_requests");

async function readPaymentRows(db: Database) {
	const [
		paidOrders,
		paymentRows,
		lostDisputes,
		[shopIdRow],
		shippedAfterRefund,
		unusedShareRequests,
	] = await db.batch([
		db.select().from(orders).where(isNotNull(orders.paidAt)),
		db.select().from(payments),
		db.select().from(disputes).where(eq(disputes.status, "lost")),
		db.select().from(settings).where(eq(settings.name, "shop_id")),
		db
			.select({ id: orders.id })
			.from(orders)
			.innerJoin(refunds, eq(refunds.paymentId, orders.transactionId))
			.where(
				and(
					eq(refunds.status, "succeeded"),
					lt(refunds.readAt, orders.shippedAt),
					// An admin may refund some pieces, and then ship the others.
					isNull(refunds.requestId),
					// The shop still ships an order if it failed to refund an unused share in full and somebody then refunded that share in Stripe.
					notExists(
						db
							.select({ id: refundRequests.id })
							.from(refundRequests)
							.leftJoin(refundsOfRequests, eq(refundsOfRequests.requestId, refundRequests.id))
							.where(
								and(
									eq(refundRequests.paymentId, orders.transactionId),
									eq(refundRequests.reason, "unused"),
									or(
										inArray(refundRequests.status, ["rejected", "failed"]),
										gt(refundRequests.amountCents, refundsOfRequests.amountCents),
									),
								),
							),
					),
				),
			),
		db.select().from(refundRequests).where(eq(refundRequests.reason, "unused")),
	]);
	return {
		unusedShareRequests,
		paidOrders,
		paymentRows,
		lostDisputes,
		shopId: shopIdRow?.value,
		shippedAfterRefund,
	};
}

/**
 * Compares Stripe's ledger with the database, payment by payment. Each succeeded payment of the shop must have paid orders of its amount,
 * with the remaining amount refunded, or must be refunded in full, or must be listed for admins with the reason. Payments of other apps
 * must not be stored.
 */
export async function reconcilePayments(
	db: Database,
	ledger: StripeLedger,
): Promise<Reconciliation> {
	const { unusedShareRequests, paidOrders, paymentRows, lostDisputes, shopId, shippedAfterRefund } =
		await readPaymentRows(db);
	const storedIds = new Set(paymentRows.map(({ id }) => id));
	const isShopPayment = ({ id, metadata }: Intent) =>
		metadata.shop === undefined ? storedIds.has(id) : metadata.shop === shopId;
	const succeededIntents = ledger.intents.filter(({ status }) => status === "succeeded");
	const shopPayments = succeededIntents.filter(isShopPayment);
	const otherAppPayments = succeededIntents.filter((intent) => !isShopPayment(intent));

	function computeDifferenceCents(intent: Intent): number {
		const { charged, refunded, disputed } = sumPayment(intent, ledger);
		const row = paymentRows.find(({ id }) => id === intent.id);
		const disputes = lostDisputes.filter(({ paymentId }) => paymentId === intent.id);
		return (
			Math.abs(charged - (row?.receivedCents ?? 0)) +
			Math.abs(refunded - (row?.refundedCents ?? 0)) +
			Math.abs(disputed - disputes.reduce((total, { amountCents }) => total + amountCents, 0))
		);
	}

	function findOutcome(intent: Intent): Outcome {
		const { id, amount, currency } = intent;
		const orders = paidOrders.filter(({ transactionId }) => transactionId === id);
		const { refunded, disputed } = sumPayment(intent, ledger);
		if (orders.length === 0 && refunded + disputed >= amount) return "refunded";
		// The shares of orders that were canceled or already paid are refunded.
		const unusedShareRequestIds = new Set(unusedShareRequests.map((request) => request.id));
		// Stripe rejects the refund of a share if somebody has already refunded as much in the Dashboard. The shop does not retry it.
		const shopRefunds = ledger.refunds.filter(
			({ metadata, status }) =>
				unusedShareRequestIds.has(metadata.request ?? "") &&
				!["failed", "canceled"].includes(status),
		);
		const hasRejectedRefund = unusedShareRequests.some(
			(request) =>
				request.paymentId === id &&
				request.status !== "waiting" &&
				request.amountCents >
					sum(shopRefunds.filter(({ metadata }) => metadata.request === request.id)),
		);
		const shareRefunds = ledger.refunds.filter(
			({ payment_intent, status, metadata }) =>
				payment_intent === id &&
				status === "succeeded" &&
				(unusedShareRequestIds.has(metadata.request ?? "") ||
					(hasRejectedRefund && metadata.request === undefined)),
		);
		const usedCents = orders.reduce((total, order) => total + getTotalCents(order), 0);
		if (usedCents > amount || (orders.length > 0 && currency !== "usd")) return "lost";
		const total = usedCents + sum(shareRefunds);
		const isComplete = hasRejectedRefund ? total >= amount : total === amount;
		if (orders.length > 0 && (isComplete || refunded + disputed >= amount)) return "used";
		return paymentRows.some((row) => row.id === id && row.problem !== null) ? "waiting" : "lost";
	}

	const outcomes = shopPayments.map((intent) => ({ id: intent.id, outcome: findOutcome(intent) }));
	const getIds = (outcome: Outcome) =>
		outcomes.filter((payment) => payment.outcome === outcome).map(({ id }) => id);
	const chargedIds = new Set(shopPayments.map(({ id }) => id));
	const ordersWithoutPayment = paidOrders.filter(
		({ transactionId }) => !chargedIds.has(transactionId ?? ""),
	);
	const storedOtherAppPayments = otherAppPayments.filter(({ id }) => storedIds.has(id));
	return {
		payments: shopPayments.length,
		usedPayments: getIds("used").length,
		refunded: getIds("refunded").length,
		waiting: getIds("waiting").length,
		otherApps: otherAppPayments.length,
		differenceCents: shopPayments.reduce(
			(total, intent) => total + computeDifferenceCents(intent),
			0,
		),
		lost: [
			...getIds("lost"),
			...ordersWithoutPayment.map(({ id }) => `order ${id} is marked as paid, but has no payment`),
			...storedOtherAppPayments.map(
				({ id }) => `${id} belongs to another app, but is stored as the shop's own`,
			),
			...shippedAfterRefund.map(({ id }) => `order ${id} was shipped after its refund`),
		],
	};
}
