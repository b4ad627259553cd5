import type { PlainErrorCode } from "./errors.ts";
import { confirmation, payment } from "./messages.ts";
import type { OrderEmailKind } from "./order-emails.ts";
import type { Capability } from "./roles.ts";
import * as success from "./success.ts";

/**
 * The states of an order, in sequence. An order is in the last state whose time is set (worker/db/schema/orders.ts).
 * `at`: the column with the time when the order entered the state.
 * `waiting` is shown while the state is the next one, `later` while it is further ahead.
 */
export const orderStates = {
	unpaid: {
		label: "Unpaid",
		shortLabel: "Placed",
		icon: "package",
		waiting: "",
		later: "",
		at: "createdAt",
		customerText: "We've reserved your pieces and will ship them after you pay.",
	},
	paid: {
		label: "Paid, not shipped",
		shortLabel: "Paid",
		icon: "credit-card",
		waiting: "Awaiting payment",
		later: "Awaiting payment",
		at: "paidAt",
		customerText: "We're preparing your order and will email you when it ships.",
	},
	shipped: {
		label: "Shipped",
		shortLabel: "Shipped",
		icon: "truck",
		waiting: "Preparing to ship",
		later: "After payment",
		at: "shippedAt",
		customerText: "Your order has shipped.",
	},
	delivered: {
		// "Received", because the contract already labels shipped orders "Deliverd".
		label: "Received",
		shortLabel: "Received",
		icon: "circle-check",
		waiting: "On its way",
		later: "After shipping",
		at: "deliveredAt",
		customerText: "You have received this order.",
	},
	refunded: {
		label: "Canceled and refunded",
		shortLabel: "Refunded",
		icon: "x",
		waiting: "",
		later: "",
		at: "refundedAt",
		customerText: payment.refunded,
	},
	cancelled: {
		label: "Canceled",
		shortLabel: "Canceled",
		icon: "x",
		waiting: "",
		later: "",
		at: "cancelledAt",
		customerText: "This order was canceled. You have not been charged for it.",
	},
} as const;

export type OrderState = keyof typeof orderStates;

const { unpaid: _, ...statesAfterUnpaid } = orderStates;

export { statesAfterUnpaid };

/** The columns of `statesAfterUnpaid`, which are null until the order enters the state. */
export type StateTimeColumn = (typeof statesAfterUnpaid)[keyof typeof statesAfterUnpaid]["at"];

export const orderStateNames = Object.keys(orderStates) as OrderState[];

/**
 * The states that end an order early, with the last state on the way to `delivered` that such an order counts as having reached. A
 * canceled order counts as deleted, so it has reached none, not even `unpaid`.
 */
const lastProgressState = { cancelled: null, refunded: "paid" } as const;

type ProgressState = Exclude<OrderState, keyof typeof lastProgressState>;

const isProgressState = (state: OrderState): state is ProgressState =>
	!(state in lastProgressState);

/** The states of an order that ended early: canceled, or canceled and refunded. */
export const canceledStates = Object.keys(lastProgressState) as OrderState[];

export const isCanceled = (state: OrderState): boolean => canceledStates.includes(state);

/** The states of an order that is not canceled or refunded, in sequence. */
export const progressStates: ProgressState[] = orderStateNames.filter(isProgressState);

/** A canceled order has reached no state; a refunded one has reached `unpaid` and `paid`. */
export function hasReached(state: OrderState, goal: ProgressState): boolean {
	const last = isProgressState(state) ? state : lastProgressState[state];
	return last !== null && progressStates.indexOf(last) >= progressStates.indexOf(goal);
}

const listStatesBetween = (from: OrderState, before: OrderState): OrderState[] =>
	orderStateNames.slice(orderStateNames.indexOf(from), orderStateNames.indexOf(before));

/** The states of an order that is paid and waiting to be shipped. */
export const statesAwaitingShipment = listStatesBetween("paid", "shipped");

export const awaitsShipment = (state: OrderState): boolean =>
	statesAwaitingShipment.includes(state);

type StepTimes = { state: OrderState } & Record<
	(typeof orderStates)[OrderState]["at"],
	Date | null
>;

/** Returns the states that an order has gone through, which may skip some, and those still ahead. */
export const listSteps = (order: StepTimes): OrderState[] =>
	orderStateNames.filter((step) => {
		if (order[orderStates[step].at]) return true;
		return isProgressState(order.state) && isProgressState(step) && !hasReached(order.state, step);
	});

export const orderStateLabels = Object.fromEntries(
	Object.entries(orderStates).map(([state, { label }]) => [state, label]),
) as Record<OrderState, string>;

type RefundProgress = { state: OrderState; isRefundPending?: boolean; isRefundMissing?: boolean };

/**
 * Returns the labels of an order's state. A canceled order is called refunded only once its payment has been refunded.
 * @param isRefundPending - whether its refund is still to be made
 * @param isRefundMissing - whether its refund was rejected or has failed, or its payment was lost in a dispute
 */
export function getStateLabels({ state, isRefundPending, isRefundMissing }: RefundProgress): {
	label: string;
	shortLabel: string;
} {
	if (state !== "refunded") return orderStates[state];
	if (isRefundPending) return { label: "Canceled, refund pending", shortLabel: "Refund pending" };
	if (isRefundMissing) return { label: "Canceled, not refunded", shortLabel: "Canceled" };
	return orderStates.refunded;
}

/** The filters of the order tables: a state, or paid orders whose customers asked to cancel them. */
export const orderFilterLabels = {
	...orderStateLabels,
	asks_to_cancel: "Cancellation requested",
} as const;

export type Transition = {
	/** The transition can start in any state from `from` up to, but not including, `before` (default: `to`). */
	from: ProgressState;
	before?: ProgressState;
	to: OrderState;
	/** Required for orders of other accounts. */
	capability: Capability | null;
	/** The entry in the audit log if an account with the capability makes the transition. */
	auditAction: `order-${string}` | null;
	/** The email to the customer. */
	emailKind: OrderEmailKind | null;
	/** The buttons in the order table. A bulk action reports "2 orders `done`." */
	buttons: {
		row: { label: string; success: string };
		bulk: { label: string; done: string };
		question: string;
		variant: "danger" | "plain";
	} | null;
	/** The button is hidden while the order has a payment hold (contract/payment-holds.ts). */
	hiddenOnHold?: true;
	/**
	 * `tooEarly`: the order has not reached `from` (default: `order_not_ready`). `tooLate`: it has left the states in which the transition can
	 * start (default: `order_step_done`). `refunded`: the same for a refunded order (default: `tooLate`). For a canceled order, the error is
	 * `order_not_found`, because the contract calls it deleted.
	 */
	errors: { tooEarly?: PlainErrorCode; tooLate?: PlainErrorCode; refunded?: PlainErrorCode };
};

export const orderTransitions = {
	pay: {
		from: "unpaid",
		to: "paid",
		capability: null,
		auditAction: null,
		emailKind: "receipt",
		buttons: null,
		errors: { tooLate: "already_paid" },
	},
	ship: {
		from: "paid",
		to: "shipped",
		capability: "orders:ship",
		auditAction: "order-shipped",
		emailKind: "shipped",
		buttons: {
			row: { label: "Shifting", success: success.orderShifted },
			bulk: { label: "Ship selected", done: "shipped" },
			question: confirmation.shift,
			variant: "plain",
		},
		hiddenOnHold: true,
		errors: {
			tooEarly: "order_unpaid",
			tooLate: "already_shipped",
			refunded: "payment_refunded",
		},
	},
	deliver: {
		from: "shipped",
		to: "delivered",
		capability: "orders:ship",
		auditAction: "order-delivered",
		emailKind: null,
		buttons: {
			row: { label: "Mark as received", success: success.orderDelivered },
			bulk: { label: "Mark as received", done: "marked as received" },
			question: confirmation.markReceived,
			variant: "plain",
		},
		errors: { tooEarly: "order_not_shipped" },
	},
	cancel: {
		from: "unpaid",
		before: "paid",
		to: "cancelled",
		capability: "orders:cancel",
		auditAction: "order-cancelled",
		emailKind: null,
		buttons: {
			row: { label: "Delete", success: success.orderCanceled },
			bulk: { label: "Delete selected", done: "deleted" },
			question: confirmation.remove,
			variant: "danger",
		},
		errors: { tooLate: "order_paid" },
	},
	/** Happens only with a full refund (worker/shop/payments), or when an order is restocked after a lost dispute. */
	refund: {
		from: "paid",
		before: "shipped",
		to: "refunded",
		capability: "refunds:create",
		auditAction: "order-refunded",
		emailKind: null,
		buttons: null,
		errors: { tooEarly: "order_unpaid", tooLate: "already_shipped" },
	},
} as const satisfies Record<string, Transition>;

/** The states in which an order is ready for a transition. */
export const listStartStates = ({ from, before, to }: Pick<Transition, "from" | "before" | "to">) =>
	listStatesBetween(from, before ?? to);

export type OrderTransition = keyof typeof orderTransitions;

type Transitions = typeof orderTransitions;
type OrderAction = NonNullable<Transitions[OrderTransition]["auditAction"]>;

export const orderActionLabels = Object.fromEntries(
	Object.values(orderTransitions).flatMap(({ auditAction, to }) =>
		auditAction ? [[auditAction, `Order ${orderStates[to].shortLabel.toLowerCase()}`]] : [],
	),
) as Record<OrderAction, string>;

type AdminTransitionName = {
	[Name in OrderTransition]: Transitions[Name]["buttons"] extends null ? never : Name;
}[OrderTransition];

export type OrderBulkAction = `${AdminTransitionName}Order`;

/** The transitions that have buttons in the orders table. */
export const adminTransitions = Object.entries<Transition>(orderTransitions).flatMap(
	([name, { buttons, capability, ...transition }]) =>
		buttons && capability
			? [
					{
						...buttons,
						...transition,
						capability,
						startStates: listStartStates(transition),
						name: name as AdminTransitionName,
						bulkAction: `${name}Order` as OrderBulkAction,
					},
				]
			: [],
);

export const orderBulkButtons = adminTransitions.map(
	({ bulkAction: action, capability, bulk: { label }, question, variant }) => ({
		action,
		capability,
		label,
		question,
		variant,
	}),
);
