import { and, eq, isNotNull, isNull, or, type SQL } from "drizzle-orm";
import { ShopError } from "#contract/errors.ts";
import { type Account, defaultRole } from "#contract/roles.ts";
import { orders, users } from "#worker/db/schema.ts";
import type { Shop } from "../context.ts";
import { logFailure } from "../errors.ts";
import { cancelOrder } from "../orders/cancel.ts";
import { accountColumns } from "./users.ts";

/** An account without either was created by staff, for a customer who ordered by phone: nobody has ever been able to log in to it. */
const canLogIn = or(isNotNull(users.passwordHash), isNotNull(users.googleSub));

const isUnverified = and(isNull(users.emailVerifiedAt), eq(users.role, defaultRole), canLogIn);

/** Selects a shopper whose email is not verified and who can log in: anyone may have created the account (docs/decisions/taken-over.md). */
export const isUnverifiedShopper = (userId: string) => and(eq(users.id, userId), isUnverified);

export const findUnverifiedShopper = ({ db }: Shop, condition: SQL): Promise<Account | undefined> =>
	db.select(accountColumns).from(users).where(and(condition, isUnverified)).get();

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
export const cancelForTakeover = (shop: Shop, account: Account): Promise<void> =>
	cancelUnpaidOrders({ ...shop, account }, account).catch(logFailure("takeover"));
