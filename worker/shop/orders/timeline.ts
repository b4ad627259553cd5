import { and, asc, eq, isNull } from "drizzle-orm";
import { auditActions } from "#contract/audit.ts";
import { formatCents } from "#contract/money.ts";
import { formatCount } from "#contract/numbers.ts";
import { orderEmailLabels, unpaidEmailKinds } from "#contract/order-emails.ts";
import {
	listSteps,
	type OrderState,
	orderStates,
	orderTransitions,
} from "#contract/order-states.ts";
import { can } from "#contract/roles.ts";
import { requireAccount } from "#worker/auth/authorize.ts";
import { retryBatch } from "#worker/db/retry.ts";
import { auditLog, type disputes, orderEmails } from "#worker/db/schema.ts";
import type { Shop } from "../context.ts";
import {
	type OrderRefund,
	readOrderRefunds,
	readUnusedShareRefunds,
} from "../payments/order-refunds.ts";
import { selectDisputes } from "../payments/payment-rows.ts";
import { refundsFailed } from "../payments/stripe-statuses.ts";
import { type Order, requireOrderInAnyState } from "./read.ts";

/** `by`: an email or "the customer". It and `detail` are empty for customers, who see what happened but not who did it. */
export type TimelineEvent = { at: Date; text: string; detail: string; by: string };

type Entry = Pick<typeof auditLog.$inferSelect, "action" | "actor" | "detail" | "createdAt">;

/** Whether to leave out audit entries of this action: the order's times or refunds already show them, or they are about notes. */
const isLeftOut = (action: string): boolean =>
	["order-refunded", "order-noted", "order-note-deleted", "order-placed"].includes(action) ||
	Object.values(orderTransitions).some((transition) => transition.auditAction === action);

/** The account that moved the order to the state, if it was not the shop itself. */
function actorOf(state: OrderState, entries: Entry[]): Pick<TimelineEvent, "detail" | "by"> {
	const action =
		state === "unpaid"
			? "order-placed"
			: Object.values(orderTransitions).find(({ to }) => to === state)?.auditAction;
	const entry = action ? entries.findLast((candidate) => candidate.action === action) : undefined;
	if (entry) return { detail: entry.detail, by: entry.actor };
	return {
		detail: state === "refunded" ? "in Stripe" : "",
		by: state === "delivered" ? "the customer" : "",
	};
}

const stateEvents = (order: Order, entries: Entry[]): TimelineEvent[] =>
	listSteps(order.state).flatMap((state) => {
		const { at: column, shortLabel } = orderStates[state];
		const at = order[column];
		return at ? [{ at, text: shortLabel, ...actorOf(state, entries) }] : [];
	});

const otherEvents = (entries: Entry[], isStaff: boolean): TimelineEvent[] =>
	entries
		.filter(({ action }) => !isLeftOut(action) && (isStaff || action !== "order-restocked"))
		.map(({ action, actor, detail, createdAt: at }) => {
			const label = Object.entries(auditActions).find(([name]) => name === action)?.[1];
			return { at, text: label ?? action, detail, by: actor };
		});

function refundText(amount: string, status: string): string {
	if (status === "succeeded") return `${amount} refunded`;
	const hasFailed = status === "rejected" || refundsFailed.includes(status);
	return `Refund of ${amount} ${hasFailed ? "not completed" : "on its way"}`;
}

const refundEvent = ({ amountCents, status, pieces, createdAt, requestedBy }: OrderRefund) => ({
	at: createdAt,
	text: refundText(formatCents(amountCents), status),
	detail: pieces > 0 ? formatCount(pieces, "piece") : "",
	by: requestedBy ?? "",
});

const cancellationRequestEvents = ({ cancellationRequestedAt: at }: Order): TimelineEvent[] =>
	at ? [{ at, text: "Cancellation requested", detail: "", by: "the customer" }] : [];

const toWords = (name: string) => name.replaceAll("_", " ");

/** Shows the latest status, because earlier ones are not stored. */
const disputeEvent = ({ createdAt: at, ...dispute }: typeof disputes.$inferSelect) => ({
	at,
	text: dispute.status.startsWith("warning")
		? "Payment inquired about by the bank"
		: "Payment disputed",
	detail: [formatCents(dispute.amountCents), ...[dispute.reason, dispute.status].map(toWords)].join(
		", ",
	),
	by: "",
});

/** What happened to an order, newest first. The caller must have checked access to the order. */
export async function readTimeline(shop: Shop, order: Order): Promise<TimelineEvent[]> {
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
		...stateEvents(order, entries),
		...cancellationRequestEvents(order),
		...(isStaff ? disputeRows.map(disputeEvent) : []),
		...otherEvents(entries, isStaff),
		...[...refunds, ...unusedShareRefunds].map(refundEvent),
		...emailEvents,
	]
		.sort((one, other) => one.at.getTime() - other.at.getTime())
		.toReversed();
	if (isStaff) return events;
	return events.map((event) => ({ ...event, detail: "", by: "" }));
}

/** @throws ShopError 401, 403, 404 */
export const getTimeline = async (shop: Shop, id: string): Promise<TimelineEvent[]> =>
	readTimeline(shop, await requireOrderInAnyState(shop, id));

/** Returns the emails about an order that are queued or could not be delivered, for staff. `readTimeline` includes those that were sent. */
export async function getUnsentEmails(
	{ db, account }: Shop,
	{ id, state }: Pick<Order, "id" | "state">,
) {
	if (!account || !can(account, "orders:read")) return [];
	const { kind, sentAt, failure, nextTryAt, tries, createdAt } = orderEmails;
	const rows = await db
		.select({ kind, failure, nextTryAt, tries, createdAt })
		.from(orderEmails)
		.where(and(eq(orderEmails.orderId, id), isNull(sentAt)));
	const dropped = state === "unpaid" ? [] : unpaidEmailKinds;
	return rows
		.sort((a, b) => a.createdAt.getTime() - b.createdAt.getTime())
		.filter((email) => email.nextTryAt === null || !dropped.includes(email.kind))
		.map((email) => ({
			...email,
			failure: email.failure ?? (email.nextTryAt ? null : "given_up"),
		}));
}
