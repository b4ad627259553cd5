import { and, count, desc, eq, gt, isNull, lte, min, or, sql } from "drizzle-orm";
import { unionAll } from "drizzle-orm/sqlite-core";
import type { MailKind } from "#contract/mail-labels.ts";
import type { Database } from "#worker/db/client.ts";
import {
	contactMails,
	orderMails,
	orders,
	payments,
	quoteMails,
	refundMails,
	refundRequests,
	refunds,
	stockWaiters,
} from "#worker/db/schema.ts";

/* All outboxes in one query each. A new outbox needs its part in both unions. */

const failedShown = 10;

const epoch = new Date(0);

type Outbox = typeof contactMails | typeof orderMails | typeof quoteMails | typeof refundMails;

/** Those that are due, or failed at least once. A row for each outbox. */
export function selectWaitingMails(db: Database, now: Date) {
	const waitingIn = (outbox: Outbox | typeof stockWaiters) =>
		db
			.select({
				emails: count(),
				retrying: sql<number>`coalesce(sum(${outbox.tries} > 0), 0)`.as("retrying"),
				oldestAt: min(outbox.createdAt),
			})
			.from(outbox)
			.where(
				and(
					"sentAt" in outbox ? isNull(outbox.sentAt) : undefined,
					// Always true, but lets SQLite use the partial index.
					gt(outbox.nextTryAt, epoch),
					or(gt(outbox.tries, 0), lte(outbox.nextTryAt, now)),
				),
			);
	return unionAll(
		waitingIn(orderMails),
		waitingIn(refundMails),
		waitingIn(contactMails),
		waitingIn(quoteMails),
		waitingIn(stockWaiters),
	);
}

/** The newest that will not be sent again. `total` counts all of them. Emails about tools that are back in stock are never among them: if one cannot be delivered, its customer stays on the list for the next time. */
export function selectFailedMails(db: Database) {
	const hasFailed = ({ sentAt, nextTryAt }: Outbox) => and(isNull(sentAt), isNull(nextTryAt));
	const ofOrders = db
		.select({
			id: sql<string>`${orderMails.orderId}`.as("mail_id"),
			kind: sql<MailKind>`${orderMails.kind}`.as("mail_kind"),
			subject: sql<string | null>`${orderMails.orderId}`.as("subject"),
			failure: orderMails.failure,
			createdAt: orderMails.createdAt,
		})
		.from(orderMails)
		.where(hasFailed(orderMails));
	const ofRefunds = db
		.select({
			id: sql<string>`${refundMails.refundId}`.as("mail_id"),
			kind: sql<MailKind>`'refund'`.as("mail_kind"),
			subject: sql<string | null>`${orders.id}`.as("subject"),
			failure: refundMails.failure,
			createdAt: refundMails.createdAt,
		})
		.from(refundMails)
		.leftJoin(refunds, eq(refunds.id, refundMails.refundId))
		.leftJoin(refundRequests, eq(refundRequests.id, refunds.requestId))
		.leftJoin(payments, eq(payments.id, refunds.paymentId))
		.leftJoin(orders, eq(orders.id, sql`coalesce(${refundRequests.orderId}, ${payments.orderId})`))
		.where(hasFailed(refundMails));
	const ofContacts = db
		.select({
			id: sql<string>`${contactMails.id}`.as("mail_id"),
			kind: sql<MailKind>`${contactMails.kind}`.as("mail_kind"),
			subject: sql<string | null>`${contactMails.subjectId}`.as("subject"),
			failure: contactMails.failure,
			createdAt: contactMails.createdAt,
		})
		.from(contactMails)
		.where(hasFailed(contactMails));
	const ofQuotes = db
		.select({
			id: sql<string>`${quoteMails.quoteId}`.as("mail_id"),
			kind: sql<MailKind>`'quote_ready'`.as("mail_kind"),
			subject: sql<string | null>`${quoteMails.quoteId}`.as("subject"),
			failure: quoteMails.failure,
			createdAt: quoteMails.createdAt,
		})
		.from(quoteMails)
		.where(hasFailed(quoteMails));
	const failed = unionAll(ofOrders, ofRefunds, ofContacts, ofQuotes).as("failed");
	const { id, kind, subject, failure, createdAt } = failed;
	return db
		.select({
			id,
			kind,
			subject,
			failure,
			createdAt,
			total: sql<number>`count(*) over ()`.as("total"),
		})
		.from(failed)
		.orderBy(desc(createdAt))
		.limit(failedShown);
}
