import { and, eq, inArray, isNull, type SQL } from "drizzle-orm";
import type { SQLiteUpdateSetSource } from "drizzle-orm/sqlite-core";
import { type Account, defaultRole } from "#contract/roles.ts";
import { formerCustomer } from "#contract/shop.ts";
import { forLog } from "#worker/db/failures.ts";
import { emailVerifications, images, orders, reviews, sessions, users } from "#worker/db/schema.ts";
import type { Shop } from "../context.ts";
import { cancelUnpaid } from "./unpaid.ts";

/**
 * An account that anyone may have made with this email (docs/decisions/taken-over.md). An admin's is none: another admin
 * has vouched for it, and it has no orders.
 */
export const isUnverifiedShopper = (userId: string): SQL | undefined =>
	and(eq(users.id, userId), isNull(users.emailProvedAt), eq(users.role, defaultRole));

/**
 * Cancels the unpaid orders of an account that its owner takes over, as far as that is possible now. What is not, such as
 * one whose payment is processed, is left to the admins when the account is emptied.
 */
export async function cancelForTakeover(shop: Shop, account: Account): Promise<void> {
	try {
		await cancelUnpaid({ ...shop, account }, account);
	} catch (error) {
		console.error("takeover", forLog(error));
	}
}

/**
 * The statements with which an account passes to the owner of its email, for one batch: sessions end, orders, reviews and
 * uploads are no longer the account's, and name, phone, picture, password, and Google account become `owner`'s.
 * @param account which row of `users`, as long as it may be taken over
 * @returns with the tools of the reviews in the first place, and the id of the account in the last
 */
export function takeOver(
	{ db }: Pick<Shop, "db">,
	account: SQL | undefined,
	owner: Pick<SQLiteUpdateSetSource<typeof users>, "name" | "passwordHash" | "googleSub">,
) {
	const taken = db.select({ id: users.id }).from(users).where(account);
	const nobody = { userId: null };
	return [
		db
			.update(reviews)
			.set({ ...nobody, name: formerCustomer, email: "", img: "" })
			.where(inArray(reviews.userId, taken))
			.returning({ productId: reviews.productId }),
		db.update(orders).set(nobody).where(inArray(orders.userId, taken)),
		db.update(images).set(nobody).where(inArray(images.userId, taken)),
		db.delete(sessions).where(inArray(sessions.userId, taken)),
		db.delete(emailVerifications).where(inArray(emailVerifications.userId, taken)),
		db
			.update(users)
			.set({ img: null, phone: null, ...owner, emailProvedAt: new Date() })
			.where(account)
			.returning({ id: users.id }),
	] as const;
}
