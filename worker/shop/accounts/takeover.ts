import { and, eq, isNull, type SQL } from "drizzle-orm";
import { ShopError } from "#contract/errors.ts";
import { type Account, defaultRole } from "#contract/roles.ts";
import { forLog } from "#worker/db/failures.ts";
import { orders, users } from "#worker/db/schema.ts";
import type { Shop } from "../context.ts";
import { cancelOrder } from "../orders/cancel.ts";

/**
 * An account that anyone may have made with this email (docs/decisions/taken-over.md). An admin's is none: another admin
 * has vouched for it, and it has no orders.
 */
export const isUnverifiedShopper = (userId: string): SQL | undefined =>
	and(eq(users.id, userId), isNull(users.emailProvedAt), eq(users.role, defaultRole));

/** One that is paid or gone by now needs no cancelling. @throws ShopError 409 while its payment is processed, 503 */
async function cancelUnlessSettled(shop: Shop, orderId: string): Promise<void> {
	try {
		await cancelOrder(shop, orderId);
	} catch (error) {
		const code = error instanceof ShopError ? error.code : null;
		if (code !== "order_not_found" && code !== "order_paid") throw error;
	}
}

/**
 * Cancels the first fifty unpaid orders of the account that asks, so that their pieces go back.
 * @throws ShopError 409 while a payment is processed, 503
 */
export async function cancelUnpaid(shop: Shop, account: Account): Promise<void> {
	const unpaid = await shop.db
		.select({ id: orders.id })
		.from(orders)
		.where(and(eq(orders.userId, account.id), eq(orders.state, "unpaid")))
		.limit(50);
	for (const { id } of unpaid) await cancelUnlessSettled(shop, id);
}

/** As far as that is possible now. An order whose payment is processed is left to the admins when the account is emptied. */
export async function cancelForTakeover(shop: Shop, account: Account): Promise<void> {
	try {
		await cancelUnpaid({ ...shop, account }, account);
	} catch (error) {
		console.error("takeover", forLog(error));
	}
}
