import { and, eq, exists, sql } from "drizzle-orm";
import { ShopError } from "#contract/errors.ts";
import { quantityMax } from "#contract/limits.ts";
import { formatCount } from "#contract/numbers.ts";
import { awaitsShipment } from "#contract/order-states.ts";
import type { PaymentHold } from "#contract/payment-holds.ts";
import { requireCapability } from "#worker/auth/authorize.ts";
import { auditLog, orders, products } from "#worker/db/schema.ts";
import { createAuditEntry, findEntry } from "../audit.ts";
import { getProductTags } from "../cache-tags.ts";
import { moveStock } from "../catalogue/stock.ts";
import type { ShopContext } from "../context.ts";
import type { Order } from "../orders/read.ts";
import { updateOrderState } from "../orders/transition.ts";
import { writeAudited } from "../write.ts";
import { remainingCents, restockablePieces } from "./order-amounts.ts";
import { getRefundable } from "./plan-refund.ts";

type Refunded = { remainingCents: number; restockableCount: number; hold: PaymentHold | null };

/**
 * Whether pieces can be put back into stock: nothing is left to refund, and the order cannot ship any more. While something is left
 * to refund, the refund itself restocks.
 */
export const isRestockable = (
	{ state }: Pick<Order, "state">,
	{ remainingCents, restockableCount, hold }: Refunded,
): boolean =>
	restockableCount > 0 && (awaitsShipment(state) ? hold === "dispute_lost" : remainingCents <= 0);

type Input = { pieces: number; idempotencyKey: string | null };

/**
 * Puts pieces of a fully refunded order back into stock, if the refund was made in Stripe or without restocking, or of an order whose payment
 * was lost in a dispute, which cancels the order. Requests with the same idempotency key restock once.
 * @throws ShopError 400 if fewer pieces can be put back; 401, 403 or 404; 409 if the order is not fully refunded, waits to be shipped or has
 * changed, or the key was used for other pieces
 */
export async function restockOrder(
	shop: ShopContext,
	orderId: string,
	input: Input,
): Promise<void> {
	const account = requireCapability(shop, "refunds:create");
	const { db } = shop;
	const { pieces, idempotencyKey: key } = input;
	const refundable = await getRefundable(shop, orderId);
	const { order, restockableCount, hold } = refundable;
	const isRefunded = order.state === "refunded" || refundable.remainingCents <= 0;
	const canShip = awaitsShipment(order.state) && hold !== "dispute_lost";
	if (!isRefunded || canShip) throw new ShopError("order_not_ready");
	const isUnchanged = and(
		eq(orders.id, orderId),
		eq(orders.state, order.state),
		sql`${remainingCents} = ${refundable.remainingCents}`,
		sql`${restockablePieces} = ${restockableCount}`,
	);
	const detail = formatCount(pieces, "piece");
	const audit = {
		...createAuditEntry(account, {
			action: "order-restocked",
			where: isUnchanged,
			detail: sql`${detail}`,
		}),
		...(key !== null && { id: `restock:${orderId}:${key}` }),
	};
	// Read this after `restockableCount`, so that a concurrent request with the same key is either found here or makes `isUnchanged` false.
	const [earlierEntry] = await db
		.select({ detail: auditLog.detail })
		.from(auditLog)
		.where(eq(auditLog.id, audit.id));
	if (earlierEntry?.detail === detail) return;
	if (earlierEntry) throw new ShopError("idempotency_key_reused");
	if (pieces > restockableCount)
		throw new ShopError("restock_too_many", { pieces: formatCount(restockableCount, "piece") });
	const unchangedOrder = db.select({ id: orders.id }).from(orders).where(isUnchanged);
	const written = await writeAudited(shop, {
		audit,
		statements: [
			moveStock(
				db,
				{
					change: sql`min(${pieces}, ${quantityMax} - ${products.quantity})`,
					reason: "refund",
					orderId,
					userId: account.id,
				},
				and(eq(products.id, order.productId), exists(unchangedOrder)),
			),
			// The bank may still change its decision about a dispute, but the pieces are no longer there to be shipped.
			updateOrderState(db, "refund", orderId, {
				at: new Date(),
				where: exists(findEntry(db, audit)),
			}),
		],
		tags: () => getProductTags(order.productId),
	});
	if (!written) throw new ShopError("refund_order_changed");
}
