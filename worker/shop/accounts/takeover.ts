import { and, eq, isNotNull, isNull, or, type SQL } from "drizzle-orm";
import { type Account, defaultRole } from "#contract/roles.ts";
import { accountColumns } from "#worker/auth/account-columns.ts";
import { users } from "#worker/db/schema.ts";
import type { ShopContext } from "../context.ts";
import { logFailure } from "../errors.ts";
import { cancelUnpaidOrders } from "../orders/cancel.ts";

/**
 * An account with neither password nor Google account was created by staff, for a customer who ordered by phone, so nobody has ever been
 * able to log in to it.
 */
const canLogIn = or(isNotNull(users.passwordHash), isNotNull(users.googleSub));

const isUnverified = and(isNull(users.emailVerifiedAt), eq(users.role, defaultRole), canLogIn);

/** Selects a shopper whose email is not verified and who can log in: anyone may have created the account (docs/decisions/taken-over.md). */
export const isUnverifiedShopper = (userId: string) => and(eq(users.id, userId), isUnverified);

export const findUnverifiedShopper = (
	{ db }: ShopContext,
	condition: SQL,
): Promise<Account | undefined> =>
	db.select(accountColumns).from(users).where(and(condition, isUnverified)).get();

/** Logs a failure and continues: an order whose payment is processing is left to the admins. */
export const cancelOrdersForTakeover = (shop: ShopContext, account: Account): Promise<void> =>
	cancelUnpaidOrders({ ...shop, account }, account).catch(logFailure("takeover"));
