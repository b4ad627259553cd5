import { and, eq, isNull, type SQL } from "drizzle-orm";
import { ShopError } from "#contract/errors.ts";
import { type Account, defaultRole } from "#contract/roles.ts";
import { forLog } from "#worker/db/failures.ts";
import { orders, users } from "#worker/db/schema.ts";
import type { Shop } from "../context.ts";
import { cancelOrder } from "../orders/cancel.ts";

/** Selects an account that anyone may have created with its email (docs/decisions/taken-over.md). An admin's was vouched for. */
export const isUnverifiedShopper = (userId: string): SQL | undefined =>
	and(eq(users.id, userId), isNull(users.emailVerifiedAt), eq(users.role, defaultRole));

/** Cancels the first fifty unpaid orders. @throws ShopError 409 while a payment is processing, 503 */
export async function cancelUnpaidOrders(shop: Shop, account: Account): Promise<void> {
	const unpaid = await shop.db
		.select({ id: orders.id })
		.from(orders)
		.where(and(eq(orders.userId, account.id), eq(orders.state, "unpaid")))
		.limit(50);
	for (const { id } of unpaid) {
		try {
			await cancelOrder(shop, id);
		} catch (error) {
			// It may have been paid or canceled meanwhile.
			const code = error instanceof ShopError ? error.code : null;
			if (code !== "order_not_found" && code !== "order_paid") throw error;
		}
	}
}

/** Logs a failure and continues: an order whose payment is processing is left to the admins. */
export async function cancelForTakeover(shop: Shop, account: Account): Promise<void> {
	try {
		await cancelUnpaidOrders({ ...shop, account }, account);
	} catch (error) {
		console.error("takeover", forLog(error));
	}
}
