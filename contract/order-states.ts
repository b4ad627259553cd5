import { confirmation } from "./confirmations.ts";
import type { PlainErrorCode } from "./errors.ts";
import type { Capability } from "./roles.ts";

/**
 * The states of an order, in sequence. The database derives the state from the times (worker/db/schema/orders.ts).
 * `at`: the column with the time of entering the state. `news`: shown to the customer. `waiting`: text of a step while it is the
 * next one; `later`: before that.
 */
export const orderStates = {
	unpaid: {
		label: "Unpaid",
		step: "Placed",
		icon: "package",
		waiting: "",
		later: "",
		at: "createdAt",
		news: "We've reserved your pieces. They ship as soon as you pay.",
	},
	paid: {
		label: "Paid, not shipped",
		step: "Paid",
		icon: "credit-card",
		waiting: "Awaiting payment",
		later: "Awaiting payment",
		at: "paidAt",
		news: "We're preparing your order and will email you when it ships.",
	},
	shipped: {
		label: "Shipped",
		step: "Shipped",
		icon: "truck",
		waiting: "Preparing to ship",
		later: "After payment",
		at: "shippedAt",
		news: "Your order has shipped.",
	},
	cancelled: {
		label: "Cancelled",
		step: "Cancelled",
		icon: "x",
		waiting: "",
		later: "",
		at: "cancelledAt",
		news: "This order was cancelled. You have not been charged for it.",
	},
} as const;

export type OrderState = keyof typeof orderStates;

const { unpaid: _, ...reached } = orderStates;
export const laterStates = reached;

export const orderStateNames = Object.keys(orderStates) as OrderState[];

export const orderStateLabels = Object.fromEntries(
	Object.entries(orderStates).map(([state, { label }]) => [state, label]),
) as Record<OrderState, string>;

/** worker/shop/mails/order-mail.ts */
export const orderMailKinds = ["receipt", "shipped"] as const;
export type OrderMailKind = (typeof orderMailKinds)[number];

export type Transition = {
	from: OrderState;
	to: OrderState;
	/** With it an account may do this to orders of others. */
	capability: Capability | null;
	/** The audit log's entry for an account with the capability. */
	action: `order-${string}` | null;
	/** To the customer. */
	mail: OrderMailKind | null;
	/** In the table of orders. */
	bulk: { label: string; done: string; question: string; look?: "plain" } | null;
	/** In the other states. A cancelled order is not found, as the contract's deleted one is. */
	errors: Partial<Record<OrderState, PlainErrorCode>>;
};

/** Further conditions are in the use cases. */
export const orderTransitions = {
	pay: {
		from: "unpaid",
		to: "paid",
		capability: null,
		action: null,
		mail: "receipt",
		bulk: null,
		errors: { paid: "already_paid", shipped: "already_paid", cancelled: "order_not_found" },
	},
	ship: {
		from: "paid",
		to: "shipped",
		capability: "orders:ship",
		action: "order-shipped",
		mail: "shipped",
		bulk: {
			label: "Ship selected",
			done: "shipped",
			question: confirmation.shift,
			look: "plain",
		},
		errors: { unpaid: "order_unpaid", shipped: "already_shipped", cancelled: "order_not_found" },
	},
	cancel: {
		from: "unpaid",
		to: "cancelled",
		capability: "orders:cancel",
		action: "order-cancelled",
		mail: null,
		bulk: { label: "Delete selected", done: "deleted", question: confirmation.remove },
		errors: { paid: "order_paid", shipped: "order_paid", cancelled: "order_not_found" },
	},
} as const satisfies Record<string, Transition>;

export type OrderTransition = keyof typeof orderTransitions;

type Rows = typeof orderTransitions;
type OrderAction = NonNullable<Rows[OrderTransition]["action"]>;

/** "order-shipped" is "Order shipped". */
export const orderActionLabels = /* @__PURE__ */ Object.fromEntries(
	/* @__PURE__ */ Object.values(orderTransitions).flatMap(({ action, to }) =>
		action ? [[action, `Order ${orderStates[to].step.toLowerCase()}`]] : [],
	),
) as Record<OrderAction, string>;

type BulkTransition = {
	[Name in OrderTransition]: Rows[Name]["bulk"] extends null ? never : Name;
}[OrderTransition];

export type OrderBulkAction = `${BulkTransition}Order`;

export const orderBulkActions = /* @__PURE__ */ Object.entries<Transition>(
	orderTransitions,
).flatMap(([name, { bulk, capability }]) =>
	bulk && capability
		? [
				{
					action: `${name}Order` as OrderBulkAction,
					transition: name as OrderTransition,
					capability,
					...bulk,
				},
			]
		: [],
);
