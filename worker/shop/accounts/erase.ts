import { and, eq, inArray, type SQL, sql } from "drizzle-orm";
import type { SQLiteUpdateSetSource } from "drizzle-orm/sqlite-core";
import type { AuditAction } from "#contract/audit.ts";
import { mapDelivery } from "#contract/delivery.ts";
import { formerCustomer } from "#contract/shop.ts";
import type { Database } from "#worker/db/client.ts";
import {
	auditLog,
	emailVerifications,
	images,
	orders,
	reviews,
	sessions,
	users,
} from "#worker/db/schema.ts";
import { homeReviewsTag, toolReviewsTag } from "../cache-tags.ts";
import { keepTags } from "../purges.ts";

/*
 * What is left of an account that ends, or passes to somebody else: statements for one batch. `account` says which row of `users`, as
 * long as that may happen; `tags` reads the tags of the pages that showed its reviews, once the batch is done.
 */

const select = (db: Database, account: SQL | undefined) =>
	db.select({ id: users.id }).from(users).where(account);

/** The first statement, while the reviews are still the account's. */
const keepReviewTags = (db: Database, account: SQL | undefined) =>
	keepTags(
		db,
		sql`json_each.value`,
		sql`from ${reviews}, json_each(json_array(${homeReviewsTag}, ${toolReviewsTag("")} || ${reviews.productId}))
			where ${inArray(reviews.userId, select(db, account))} and json_each.value is not null`,
	);

/** What admins do whose entry in the audit log names an account. */
const userActions: AuditAction[] = ["admin-made", "user-deleted"];

/**
 * Ends an account. Its sessions go with it. Its reviews, the audit log and cancelled orders lose name and address; what was paid
 * keeps them, as the shop's books need them.
 */
export function eraseAccount(db: Database, account: SQL | undefined) {
	const ids = select(db, account);
	const kept = keepReviewTags(db, account);
	const name = formerCustomer;
	const cancelled = and(eq(orders.state, "cancelled"), inArray(orders.userId, ids));
	const named = and(inArray(auditLog.action, userActions), inArray(auditLog.subjectId, ids));
	return {
		tags: kept.tags,
		statements: [
			kept.statement,
			db.update(reviews).set({ name, email: "", img: "" }).where(inArray(reviews.userId, ids)),
			db
				.update(orders)
				.set({ name, email: "", ...mapDelivery(() => "") })
				.where(cancelled),
			db.update(auditLog).set({ subject: name }).where(named),
			db.delete(users).where(account),
		],
	};
}

/**
 * Passes an account to the owner of its email: sessions end, orders, reviews and uploads are no longer the account's, and name, phone,
 * picture, password, and Google account become `owner`'s.
 */
export function handOverAccount(
	db: Database,
	account: SQL | undefined,
	owner: Pick<SQLiteUpdateSetSource<typeof users>, "name" | "passwordHash" | "googleSub">,
) {
	const ids = select(db, account);
	const kept = keepReviewTags(db, account);
	const userId = null;
	return {
		tags: kept.tags,
		statements: [
			kept.statement,
			db
				.update(reviews)
				.set({ userId, name: formerCustomer, email: "", img: "" })
				.where(inArray(reviews.userId, ids)),
			db.update(orders).set({ userId }).where(inArray(orders.userId, ids)),
			db.update(images).set({ userId }).where(inArray(images.userId, ids)),
			db.delete(sessions).where(inArray(sessions.userId, ids)),
			db.delete(emailVerifications).where(inArray(emailVerifications.userId, ids)),
			db
				.update(users)
				.set({ img: null, phone: null, ...owner, emailProvedAt: new Date() })
				.where(account),
		],
	};
}
