import { and, eq, inArray, notExists, sql } from "drizzle-orm";
import { ShopError } from "#contract/errors.ts";
import { type Account, can, listRolesWith } from "#contract/roles.ts";
import { requireAccount } from "#worker/auth/authorize.ts";
import { logSecurity } from "#worker/auth/security-log.ts";
import { orders, users } from "#worker/db/schema.ts";
import type { ShopContext } from "../context.ts";
import { cancelUnpaidOrders } from "../orders/cancel.ts";
import { write } from "../write.ts";
import { eraseAccount } from "./erase.ts";
import { reauthenticate } from "./reauthenticate.ts";

/** Each order placed during the deletion takes another attempt. */
const maxAttempts = 20;

/** D1 allows 1,000 statements per request, and canceling an order that has its own payment takes eight. */
const canceledOrdersMax = 100;

/** Returns false if the account has a new unpaid order or a new role. */
async function tryToErase(shop: ShopContext, { id }: Account): Promise<boolean> {
	const { db } = shop;
	const account = db.select({ id: users.id }).from(users).where(eq(users.id, id));
	const unpaidOrders = db
		.select({ id: orders.id })
		.from(orders)
		.where(and(eq(orders.userId, id), eq(orders.state, "unpaid")));
	const isRoleDeletable = inArray(users.role, listRolesWith("account:delete"));
	const isDeletable = and(eq(users.id, id), isRoleDeletable, notExists(unpaidOrders));
	const { statements, tags } = eraseAccount(db, isDeletable);
	// Returns one row, with the tags, once the account no longer exists.
	const confirmWrite = db.select({ tags }).from(sql`(select 1)`).where(notExists(account));
	return (await write(shop, { statements, confirmWrite, tags: (row) => row.tags })) !== null;
}

/**
 * If an order cannot be canceled, the account stays and the deletion can be retried.
 * @throws ShopError 400 wrong password, 401, 403 for admins or if the user signed in too long ago, 409 while a payment is processing or if
 * the account has too many unpaid orders for one request, 429
 */
export async function deleteOwnAccount(shop: ShopContext, password: string): Promise<void> {
	const account = requireAccount(shop);
	if (!can(account, "account:delete")) throw new ShopError("self_deletion");
	await reauthenticate(shop, account, password);
	let canceledCount = 0;
	for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
		if (canceledCount >= canceledOrdersMax) throw new ShopError("unpaid_orders_left");
		canceledCount += await cancelUnpaidOrders(shop, account);
		if (!(await tryToErase(shop, account))) continue;
		logSecurity(shop.visitor, { event: "account deleted", user: account.id });
		return;
	}
	throw new ShopError("account_busy");
}
