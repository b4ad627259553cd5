import { and, eq, exists, isNull, not, notInArray, sql } from "drizzle-orm";
import { ShopError } from "#contract/errors.ts";
import { formatCents } from "#contract/money.ts";
import { formatCount } from "#contract/numbers.ts";
import { awaitsShipment } from "#contract/order-states.ts";
import type { RefundInput } from "#contract/schemas/refunds.ts";
import { requireCapability } from "#worker/auth/authorize.ts";
import type { Database } from "#worker/db/client.ts";
import { disputes, orders, payments, products, refundRequests } from "#worker/db/schema.ts";
import type { ShopContext } from "../context.ts";
import { isActiveRefundRequest, piecesLeft, sumOfRefundRequests } from "../orders/pieces-left.ts";
import { requireOrder } from "../orders/read.ts";
import { remainingCents, restockablePieces } from "./order-amounts.ts";
import { refundableDisputeStatuses } from "./stripe-statuses.ts";

/** Selects the disputes of an order's payment during which Stripe rejects refunds. */
export const selectBlockingDisputes = (db: Database) =>
	db
		.select({ id: disputes.id })
		.from(disputes)
		.where(
			and(
				eq(disputes.paymentId, orders.transactionId),
				notInArray(disputes.status, refundableDisputeStatuses),
			),
		);

/** How many pieces were restocked for refunds that were rejected or failed. These pieces are already in stock. */
const piecesRestockedByFailedRefunds = sumOfRefundRequests(
	sql`${refundRequests.restocked}`,
	not(isActiveRefundRequest),
);

/**
 * Reads how much of an order can still be refunded. `img` is null if the tool is no longer sold.
 * @throws ShopError 401, 403 or 404; 409 if the order is unpaid
 */
export async function getRefundable(shop: ShopContext, orderId: string) {
	requireCapability(shop, "refunds:create");
	const order = await requireOrder(shop, orderId);
	if (order.transactionId === null) throw new ShopError("order_unpaid");
	const { db } = shop;
	const row = await db
		.select({
			remainingCents: remainingCents.as("remaining_cents"),
			piecesLeft: piecesLeft.as("pieces_left"),
			restockableCount: restockablePieces.as("restockable"),
			piecesRestockedByFailedRefunds: piecesRestockedByFailedRefunds.as("restocked_unrefunded"),
			img: products.img,
			hold: payments.hold,
			isDisputed: sql`${exists(selectBlockingDisputes(db))}`.mapWith(Boolean).as("is_disputed"),
		})
		.from(orders)
		.leftJoin(products, and(eq(products.id, orders.productId), isNull(products.deletedAt)))
		.leftJoin(payments, eq(payments.id, orders.transactionId))
		.where(eq(orders.id, orderId))
		.get();
	if (!row) throw new ShopError("order_not_found");
	return { ...row, order, paymentId: order.transactionId };
}

export type Refundable = Awaited<ReturnType<typeof getRefundable>>;

/** `cancelsOrder`: whether the refund also cancels the order, because it refunds the whole remaining amount of an order that has not shipped. */
export type RefundPlan = {
	amountCents: number;
	pieces: number;
	restocked: number;
	cancelsOrder: boolean;
};

function getRequestedRefund(
	{ remainingCents, piecesLeft, order }: Refundable,
	{ pieces, amountCents }: RefundInput,
): { amountCents: number; pieces: number } {
	const amount = formatCents(remainingCents);
	if (pieces !== undefined) {
		if (pieces > piecesLeft) {
			const left = formatCount(piecesLeft, "piece");
			throw new ShopError("refund_too_many_pieces", { pieces: left });
		}
		const isAllPieces = pieces === piecesLeft;
		const cents = isAllPieces ? remainingCents : pieces * order.toolPriceCents;
		if (cents > remainingCents) throw new ShopError("refund_too_large", { amount });
		return { amountCents: cents, pieces };
	}
	if (amountCents === undefined) return { amountCents: remainingCents, pieces: piecesLeft };
	if (amountCents > remainingCents) throw new ShopError("refund_too_large", { amount });
	return { amountCents, pieces: 0 };
}

/** @throws ShopError 400 if the input exceeds the remaining amount or pieces; 409 if nothing is left or the payment is disputed */
export function planRefund(refundable: Refundable, input: RefundInput): RefundPlan {
	const { remainingCents, piecesLeft, restockableCount, isDisputed, order } = refundable;
	if (remainingCents <= 0) throw new ShopError("refund_nothing_left");
	if (isDisputed) throw new ShopError("refund_disputed");
	const { amountCents, pieces: requestedPieces } = getRequestedRefund(refundable, input);
	const cancelsOrder = awaitsShipment(order.state) && amountCents === remainingCents;
	const pieces = cancelsOrder ? piecesLeft : requestedPieces;
	const restocked = input.restock ? Math.min(pieces, restockableCount) : 0;
	return { amountCents, pieces, restocked, cancelsOrder };
}
