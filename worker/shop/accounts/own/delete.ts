import { and, eq, inArray, notExists } from "drizzle-orm";
import { ShopError } from "#contract/errors.ts";
import { type Account, can, rolesWith } from "#contract/roles.ts";
import { requireAccount } from "#worker/auth/authorize.ts";
import { logSecurity } from "#worker/auth/security-log.ts";
import { retryWrite } from "#worker/db/retry.ts";
import { orders, users } from "#worker/db/schema.ts";
import { reviewTags } from "../../cache-tags.ts";
import type { Shop } from "../../context.ts";
import { forgetCustomer } from "../../orders/forget.ts";
import { forgetAuthor, keepReviewTags } from "../../reviews/author.ts";
import { forgetInAudit } from "../audit-names.ts";
import { cancelUnpaid } from "../unpaid.ts";
import { requireOwner } from "./proof.ts";

/** How often somebody may order while their account is being deleted, before it is refused. */
const mostTurns = 20;

/**
 * Ends the account and takes its name from its reviews and from the audit log, in one transaction: all of it, or nothing
 * where an order is unpaid (again) or its role is no longer one that may. Sessions go with it; paid orders
 * stay, cancelled ones without the name and address.
 */
async function erase(shop: Shop, { id }: Account) {
	const { db } = shop;
	const unpaid = db
		.select({ id: orders.id })
		.from(orders)
		.where(and(eq(orders.userId, id), eq(orders.state, "unpaid")));
	const mayDelete = inArray(users.role, rolesWith("account:delete"));
	const deletable = and(eq(users.id, id), mayDelete, notExists(unpaid));
	const write = () =>
		db.batch([
			keepReviewTags(shop, deletable),
			forgetAuthor(shop, deletable),
			forgetInAudit(shop, deletable),
			forgetCustomer(shop, deletable),
			db.delete(users).where(deletable).returning({ id: users.id }),
		]);
	const [, reviewed, , , gone] = (await retryWrite(write)).result;
	const isGone = gone.length > 0 || (await db.$count(users, eq(users.id, id))) === 0;
	return { isGone, tools: reviewed.flatMap(({ productId }) => productId ?? []) };
}

/**
 * Deletes the account that is signed in, for good. Unpaid orders are cancelled first, their pieces go back. If that fails half
 * way the account stands, with fewer unpaid orders, and it can be asked for again. Asked twice at once, both find it done.
 * @param password "" where the account has none
 * @throws ShopError 400 wrong password, 401, 403 for admins or when the sign-in is too long ago, 409 while a payment is
 * processed, 429, 503
 */
export async function deleteOwnAccount(shop: Shop, password: string): Promise<void> {
	const account = requireAccount(shop);
	if (!can(account, "account:delete")) throw new ShopError("self_deletion");
	await requireOwner(shop, account, password);
	for (let turn = 0; turn < mostTurns; turn += 1) {
		await cancelUnpaid(shop, account);
		const { isGone, tools } = await erase(shop, account);
		if (!isGone) continue;
		shop.visitor.dropSession();
		logSecurity(shop.visitor, { event: "account deleted", user: account.id });
		shop.purge(reviewTags(tools));
		return;
	}
	throw new ShopError("account_busy");
}
