import { and, eq, inArray, isNotNull, type SQL, sql } from "drizzle-orm";
import type { SQLiteUpdateSetSource } from "drizzle-orm/sqlite-core";
import type { AuditAction } from "#contract/audit.ts";
import { mapDeliveryFields } from "#contract/delivery.ts";
import { formerCustomer } from "#contract/shop.ts";
import type { Database } from "#worker/db/client.ts";
import {
	addresses,
	auditLog,
	basketLines,
	checkouts,
	emailVerifications,
	images,
	messages,
	orderNotes,
	orders,
	passkeys,
	quotes,
	recoveryCodes,
	reviews,
	savedLists,
	secondFactors,
	sessions,
	signInChallenges,
	stockAlerts,
	subscribers,
	users,
} from "#worker/db/schema.ts";
import { getToolReviewsTag, homeReviewsTag } from "../cache-tags.ts";
import { saveTags } from "../purges.ts";

/*
 * `eraseAccount` and `handOverAccount` return the `statements` of one batch, and `tags`, a query to run after them for the cache tags of the
 * pages that showed the account's reviews.
 */

const selectUserIds = (db: Database, isAccount: SQL | undefined) =>
	db.select({ id: users.id }).from(users).where(isAccount);

const selectOrderIds = (db: Database, userIds: ReturnType<typeof selectUserIds>) =>
	db.select({ id: orders.id }).from(orders).where(inArray(orders.userId, userIds));

/** Saves the cache tags of the account's reviews. Must run first, while the reviews still belong to the account. */
const saveReviewTags = (db: Database, isAccount: SQL | undefined) =>
	saveTags(
		db,
		sql`json_each.value`,
		sql`from ${reviews}, json_each(json_array(${homeReviewsTag}, ${getToolReviewsTag("")} || ${reviews.productId}))
			where ${inArray(reviews.userId, selectUserIds(db, isAccount))} and json_each.value is not null`,
	);

/** Actions whose audit entries contain the email of an account. */
const userActions: AuditAction[] = [
	"admin-made",
	"user-role-changed",
	"user-second-factor-reset",
	"user-deleted",
];

/** Ignores an unverified email, because it may belong to someone else. */
const selectVerifiedEmail = (db: Database, isAccount: SQL | undefined) =>
	db
		.select({ email: users.email })
		.from(users)
		.where(and(isAccount, isNotNull(users.emailVerifiedAt)));

/** Deletes an account, and erases its name and email from reviews, canceled orders and the audit log. Accounting needs paid orders. */
export function eraseAccount(db: Database, isAccount: SQL | undefined) {
	const userIds = selectUserIds(db, isAccount);
	const reviewTags = saveReviewTags(db, isAccount);
	const name = formerCustomer;
	const isCanceled = and(eq(orders.state, "cancelled"), inArray(orders.userId, userIds));
	const isSubject = and(
		inArray(auditLog.action, userActions),
		inArray(auditLog.subjectId, userIds),
	);
	return {
		tags: reviewTags.tags,
		statements: [
			reviewTags.statement,
			db.update(reviews).set({ name, email: "", img: "" }).where(inArray(reviews.userId, userIds)),
			db
				.update(orders)
				.set({ name, email: "", ...mapDeliveryFields(() => "") })
				.where(isCanceled),
			db.update(auditLog).set({ subject: name }).where(isSubject),
			db.delete(orderNotes).where(inArray(orderNotes.orderId, selectOrderIds(db, userIds))),
			db.delete(messages).where(inArray(messages.userId, userIds)),
			...[messages, subscribers].map((table) =>
				db.delete(table).where(inArray(table.email, selectVerifiedEmail(db, isAccount))),
			),
			db.delete(users).where(isAccount),
		],
	};
}

/**
 * Empties an account and hands it over to the owner of its email.
 * @param keepsAlert - whether the owner gets the stock alert that the account was created for. A trigger creates it
 */
export function handOverAccount(
	db: Database,
	isAccount: SQL | undefined,
	owner: Pick<SQLiteUpdateSetSource<typeof users>, "name" | "passwordHash" | "googleSub">,
	keepsAlert = false,
) {
	const userIds = selectUserIds(db, isAccount);
	const reviewTags = saveReviewTags(db, isAccount);
	return {
		tags: reviewTags.tags,
		statements: [
			reviewTags.statement,
			db
				.update(reviews)
				.set({ userId: null, name: formerCustomer, email: "", img: "" })
				.where(inArray(reviews.userId, userIds)),
			db.update(orders).set({ userId: null }).where(inArray(orders.userId, userIds)),
			db.update(checkouts).set({ userId: null }).where(inArray(checkouts.userId, userIds)),
			db.update(messages).set({ userId: null }).where(inArray(messages.userId, userIds)),
			db.update(images).set({ userId: null }).where(inArray(images.userId, userIds)),
			...[
				sessions,
				signInChallenges,
				secondFactors,
				recoveryCodes,
				passkeys,
				basketLines,
				addresses,
				stockAlerts,
				quotes,
				savedLists,
			].map((table) => db.delete(table).where(inArray(table.userId, userIds))),
			...(keepsAlert
				? []
				: [db.delete(emailVerifications).where(inArray(emailVerifications.userId, userIds))]),
			db
				.update(users)
				.set({ img: null, phone: null, ...owner, emailVerifiedAt: new Date() })
				.where(isAccount),
		],
	};
}
