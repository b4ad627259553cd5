import { desc, isNotNull } from "drizzle-orm";
import { listMax } from "#contract/limits.ts";
import { requireAdmin } from "#worker/auth/guards.ts";
import { payments } from "#worker/db/schema.ts";
import type { Shop } from "../context.ts";

/**
 * Payments that came for an order that was gone, paid or of another amount, and were given back, and those that the
 * sweep could not close yet (architecture.md "Payment").
 * @returns newest first, at most 500; amount in cents; `refundId` null while it is not closed
 * @throws ShopError 401, 403
 */
export function getPaymentProblems(shop: Shop) {
	requireAdmin(shop);
	return shop.db
		.select({
			id: payments.id,
			orderId: payments.orderId,
			amountCents: payments.amountCents,
			refundId: payments.refundId,
			problem: payments.problem,
		})
		.from(payments)
		.where(isNotNull(payments.problem))
		.orderBy(desc(payments.updatedAt))
		.limit(listMax)
		.all();
}

export type PaymentProblem = Awaited<ReturnType<typeof getPaymentProblems>>[number];
