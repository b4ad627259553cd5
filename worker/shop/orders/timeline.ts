import { and, asc, eq, isNull } from "drizzle-orm";
import { auditActions } from "#contract/audit.ts";
import { formatCents } from "#contract/money.ts";
import { formatCount } from "#contract/numbers.ts";
import { orderEmailLabels, unpaidEmailKinds } from "#contract/order-emails.ts";
import {
	type OrderState,
	orderStateNames,
	orderStates,
	orderTransitions,
} from "#contract/order-states.ts";
import { can } from "#contract/roles.ts";
import { requireAccount } from "#worker/auth/authorize.ts";
import { retryBatch } from "#worker/db/retry.ts";
import { auditLog, type disputes, orderEmails } from "#worker/db/schema.ts";
import type { ShopContext } from "../context.ts";
import {
	type OrderRefund,
	readOrderRefunds,
	readUnusedShareRefunds,
} from "../payments/order-refunds.ts";
import { selectDisputes } from "../payments/payment-rows.ts";
import { failedRefundStatuses } from "../payments/stripe-statuses.ts";
import { type Order, requireOrderInAnyState } from "./read.ts";

/** `by` is an email or "the customer". Customers see neither `by` nor `detail`: both are empty for them. */
export type TimelineEvent = { at: Date; text: string; detail: string; by: string };

type AuditRow = Pick<typeof auditLog.$inferSelect, "action" | "actor" | "detail" | "createdAt">;

/** Whether to hide an action, because it is about notes, or the order's times and refunds already show it. */
const isHiddenAction = (action: string): boolean =>
	["order-refunded", "order-noted", "order-note-deleted", "order-placed"].includes(action) ||
	Object.values(orderTransitions).some((transition) => transition.auditAction === action);

/** Returns who moved the order to the state, and the detail of the audit entry. Both are empty if the shop did it automatically. */
function findActor(state: OrderState, entries: AuditRow[]): Pick<TimelineEvent, "detail" | "by"> {
	const action =
		state === "unpaid"
			? "order-placed"
			: Object.values(orderTransitions).find(({ to }) => to === state)?.auditAction;
	const entry = action ? entries.findLast((row) => row.action === action) : undefined;
	if (entry) return { detail: entry.detail, by: entry.actor };
	return {
		detail: state === "refunded" ? "in Stripe" : "",
		by: state === "delivered" ? "the customer" : "",
	};
}

const toStateEvents = (order: Order, entries: AuditRow[]): TimelineEvent[] =>
	orderStateNames.flatMap((state) => {
		const at = order[orderStates[state].at];
		// Refunds are events of their own, because they may still be pending or may have failed.
		const { shortLabel: text } = orderStates[state === "refunded" ? "cancelled" : state];
		return at ? [{ at, text, ...findActor(state, entries) }] : [];
	});

const toAuditEvents = (entries: AuditRow[], isStaff: boolean): TimelineEvent[] =>
	entries
		.filter(({ action }) => !isHiddenAction(action) && (isStaff || action !== "order-restocked"))
		.map(({ action, actor, detail, createdAt: at }) => {
			const label = Object.entries(auditActions).find(([name]) => name === action)?.[1];
			return { at, text: label ?? action, detail, by: actor };
		});

function describeRefund(amount: string, status: string): string {
	if (status === "succeeded") return `${amount} refunded`;
	const hasFailed = status === "rejected" || failedRefundStatuses.includes(status);
	return `Refund of ${amount} ${hasFailed ? "not completed" : "on its way"}`;
}

const toRefundEvent = ({ amountCents, status, pieces, createdAt, requestedBy }: OrderRefund) => ({
	at: createdAt,
	text: describeRefund(formatCents(amountCents), status),
	detail: pieces > 0 ? formatCount(pieces, "piece") : "",
	by: requestedBy ?? "",
});

const toCancellationRequestEvents = ({ cancellationRequestedAt: at }: Order): TimelineEvent[] =>
	at ? [{ at, text: "Cancellation requested", detail: "", by: "the customer" }] : [];

const toWords = (code: string) => code.replaceAll("_", " ");

/** Describes a dispute by its latest status, because earlier statuses are not stored. */
const toDisputeEvent = ({ createdAt: at, ...dispute }: typeof disputes.$inferSelect) => ({
	at,
	text: dispute.status.startsWith("warning")
		? "Payment inquired about by the bank"
		: "Payment disputed",
	detail: [formatCents(dispute.amountCents), ...[dispute.reason, dispute.status].map(toWords)].join(
		", ",
	),
	by: "",
});

/** Lists what happened to an order, newest first. The caller must have checked that the account may see the order. */
export async function readTimeline(shop: ShopContext, order: Order): Promise<TimelineEvent[]> {
	const { db } = shop;
	const { id } = order;
	const isStaff = can(requireAccount(shop), "orders:read");
	const [[entries, emails, disputeRows], refunds, unusedShareRefunds] = await Promise.all([
		retryBatch(db, [
			db
				.select({
					action: auditLog.action,
					actor: auditLog.actor,
					detail: auditLog.detail,
					createdAt: auditLog.createdAt,
				})
				.from(auditLog)
				.where(eq(auditLog.subjectId, id))
				.orderBy(asc(auditLog.createdAt)),
			db
				.select({ kind: orderEmails.kind, sentAt: orderEmails.sentAt })
				.from(orderEmails)
				.where(eq(orderEmails.orderId, id)),
			selectDisputes(db, order.transactionId ?? ""),
		]),
		readOrderRefunds(shop, order),
		readUnusedShareRefunds(shop, order),
	]);
	const emailEvents = emails.flatMap(({ kind, sentAt: at }) =>
		at ? [{ at, text: `${orderEmailLabels[kind] ?? kind} emailed`, detail: "", by: "" }] : [],
	);
	const events = [
		...toStateEvents(order, entries),
		...toCancellationRequestEvents(order),
		...(isStaff ? disputeRows.map(toDisputeEvent) : []),
		...toAuditEvents(entries, isStaff),
		...[...refunds, ...unusedShareRefunds].map(toRefundEvent),
		...emailEvents,
	]
		.sort((a, b) => a.at.getTime() - b.at.getTime())
		.toReversed();
	if (isStaff) return events;
	return events.map((event) => ({ ...event, detail: "", by: "" }));
}

/** @throws ShopError 401, 403, 404 */
export const getTimeline = async (shop: ShopContext, id: string): Promise<TimelineEvent[]> =>
	readTimeline(shop, await requireOrderInAnyState(shop, id));

/** Lists the emails about an order that are queued or could not be delivered, for staff only. `readTimeline` lists the sent ones. */
export async function getUnsentEmails(
	{ db, account }: ShopContext,
	{ id, state }: Pick<Order, "id" | "state">,
) {
	if (!account || !can(account, "orders:read")) return [];
	const { kind, sentAt, failure, nextTryAt, tries, createdAt } = orderEmails;
	const rows = await db
		.select({ kind, failure, nextTryAt, tries, createdAt })
		.from(orderEmails)
		.where(and(eq(orderEmails.orderId, id), isNull(sentAt)));
	const droppedKinds = state === "unpaid" ? [] : unpaidEmailKinds;
	return rows
		.sort((a, b) => a.createdAt.getTime() - b.createdAt.getTime())
		.filter((email) => email.nextTryAt === null || !droppedKinds.includes(email.kind))
		.map((email) => ({
			...email,
			failure: email.failure ?? (email.nextTryAt ? null : "given_up"),
		}));
}
