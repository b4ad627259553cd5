import { and, eq, isNotNull, isNull, or, type SQL } from "drizzle-orm";
import { type Account, defaultRole } from "#contract/roles.ts";
import { accountColumns } from "#worker/auth/account-columns.ts";
import { users } from "#worker/db/schema.ts";
import type { ShopContext } from "../context.ts";
import { logFailure } from "../errors.ts";
import { cancelUnpaidOrders } from "../orders/cancel.ts";

/** False for accounts that staff created for customers who order by phone: nobody can have logged in to them. */
const canLogIn = or(isNotNull(users.passwordHash), isNotNull(users.googleSub));

const isTakeoverTarget = and(isNull(users.emailVerifiedAt), eq(users.role, defaultRole), canLogIn);

/**
 * Matches an unverified shopper who can log in. Anyone may have created such an account, so the owner of its email can take it over
 * (docs/decisions/account-pre-hijacking.md).
 */
export const isUnverifiedShopper = (userId: string) => and(eq(users.id, userId), isTakeoverTarget);

export const findUnverifiedShopper = (
	{ db }: ShopContext,
	condition: SQL,
): Promise<Account | undefined> =>
	db.select(accountColumns).from(users).where(and(condition, isTakeoverTarget)).get();

/**
 * Cancels the unpaid orders of an account before it is emptied and given to the owner of its email. Only logs a failure, because admins
 * handle the orders that cannot be canceled, such as those with a payment in progress.
 */
export const cancelOrdersForTakeover = async (
	shop: ShopContext,
	account: Account,
): Promise<void> => {
	await cancelUnpaidOrders({ ...shop, account }, account).catch(logFailure("takeover"));
};
