import { and, count, desc, gt, isNull, lte, min, or, type SQL, sql } from "drizzle-orm";
import { type SQLiteColumn, unionAll } from "drizzle-orm/sqlite-core";
import type { EmailKind } from "#contract/email-labels.ts";
import type { Database } from "#worker/db/client.ts";
import {
	contactEmails,
	orderEmails,
	orders,
	payments,
	quoteEmails,
	refundEmails,
	refundRequests,
	refunds,
	stockAlerts,
} from "#worker/db/schema.ts";

/* Add a new outbox to the unions of both queries. */

const failedEmailsMax = 10;

const epoch = new Date(0);

type Outbox = typeof contactEmails | typeof orderEmails | typeof quoteEmails | typeof refundEmails;

/** Counts unsent emails that are due or waiting for a retry. Returns one row per outbox. */
export function selectWaitingEmails(db: Database, now: Date) {
	const selectWaiting = (outbox: Outbox | typeof stockAlerts) =>
		db
			.select({
				emailCount: count(),
				retrying: sql<number>`coalesce(sum(${outbox.tries} > 0), 0)`.as("retrying"),
				oldestAt: min(outbox.createdAt),
			})
			.from(outbox)
			.where(
				and(
					"sentAt" in outbox ? isNull(outbox.sentAt) : undefined,
					// Excludes emails that will not be retried, because their time is null. A comparison lets SQLite use the partial index.
					gt(outbox.nextTryAt, epoch),
					or(gt(outbox.tries, 0), lte(outbox.nextTryAt, now)),
				),
			);
	return unionAll(
		selectWaiting(orderEmails),
		selectWaiting(refundEmails),
		selectWaiting(contactEmails),
		selectWaiting(quoteEmails),
		selectWaiting(stockAlerts),
	);
}

/**
 * Selects the newest emails that will not be retried. `total` counts all of them. `subjectId` is the ID of the order, message, subscriber, or
 * quote that the email is about, or null if it no longer exists. Stock alerts are excluded, because one that cannot be delivered is sent
 * again after the next restock.
 */
export function selectFailedEmails(db: Database) {
	const selectFailed = (outbox: Outbox, id: SQLiteColumn, kind: SQL, subjectId: SQL) =>
		db
			.select({
				id: sql<string>`${id}`.as("mail_id"),
				kind: sql<EmailKind>`${kind}`.as("mail_kind"),
				subjectId: sql<string | null>`${subjectId}`.as("subjectId"),
				failure: outbox.failure,
				createdAt: outbox.createdAt,
			})
			.from(outbox)
			.where(and(isNull(outbox.sentAt), isNull(outbox.nextTryAt)));
	const { orderId } = orderEmails;
	const { refundId } = refundEmails;
	const { quoteId } = quoteEmails;
	const refundedOrder = sql`(select ${orders.id} from ${refunds}
		join ${payments} on ${payments.id} = ${refunds.paymentId}
		left join ${refundRequests} on ${refundRequests.id} = ${refunds.requestId}
		join ${orders} on ${orders.id} = coalesce(${refundRequests.orderId}, ${payments.orderId})
		where ${refunds.id} = ${refundId})`;
	const failed = unionAll(
		selectFailed(orderEmails, orderId, sql`${orderEmails.kind}`, sql`${orderId}`),
		selectFailed(refundEmails, refundId, sql`'refund'`, refundedOrder),
		selectFailed(
			contactEmails,
			contactEmails.id,
			sql`${contactEmails.kind}`,
			sql`${contactEmails.subjectId}`,
		),
		selectFailed(quoteEmails, quoteId, sql`'quote_ready'`, sql`${quoteId}`),
	).as("failed");
	const { id, kind, subjectId, failure, createdAt } = failed;
	return db
		.select({
			id,
			kind,
			subjectId,
			failure,
			createdAt,
			total: sql<number>`count(*) over ()`.as("total"),
		})
		.from(failed)
		.orderBy(desc(createdAt))
		.limit(failedEmailsMax);
}
