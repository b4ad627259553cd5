import { cancelOrder } from "#worker/shop/orders/cancel.ts";
import { sweepUnpaidOrders } from "#worker/shop/orders/expire.ts";
import { shipOrder } from "#worker/shop/orders/ship.ts";
import { refundOrder } from "#worker/shop/payments/refund-order.ts";
import { sweepRefunds } from "#worker/shop/payments/send-refund.ts";
import { confirmPayment } from "#worker/shop/payments/settle.ts";
import { startPayment } from "#worker/shop/payments/start.ts";
import { sweepPayments } from "#worker/shop/payments/sweep.ts";
import { receiveEvent } from "#worker/shop/payments/webhook.ts";
import { checkoutActionNames, checkoutActions } from "./checkout-actions.ts";
import { getTimeWhenAllAreDue, type PaymentFixture, totalCents } from "./payment-fixture.ts";
import type { RoundTripHook } from "./round-trip-hook.ts";

type Action = (fixture: PaymentFixture, beforeRoundTrip?: RoundTripHook) => Promise<unknown>;

/** Ignores the error of an action that is impossible in the current state, such as the refund of an uncharged payment. */
const ifPossible = (action: Promise<unknown>) => action.catch(() => undefined);

const createDisputeAction =
	(step: "won" | "lost"): Action =>
	async ({ stripe, intentId }) =>
		ifPossible(stripe.dispute(intentId).then((dispute) => stripe.advanceDispute(dispute, step)));

/** Settles all refunds of the order. A refund that has succeeded can still fail. */
const createSettleAction =
	(outcome: "succeeded" | "failed"): Action =>
	async ({ stripe, orderId }) => {
		await stripe.overrideBehavior(orderId, { refunds: "normal" });
		for (const { id } of (await stripe.readLedger(orderId)).refunds) {
			await ifPossible(stripe.settleRefund(id, outcome));
		}
	};

const refundInput = { restock: true, reason: "requested", note: null } as const;

/** Actions that the shop executes. They call `beforeRoundTrip`. */
const shopActions = {
	confirm: ({ createContext, shopper, orderId, intentId }, beforeRoundTrip) =>
		confirmPayment(createContext(shopper, beforeRoundTrip), orderId, intentId),
	cancel: ({ createContext, shopper, orderId }, beforeRoundTrip) =>
		cancelOrder(createContext(shopper, beforeRoundTrip), orderId),
	sweep: ({ createContext }, beforeRoundTrip) =>
		sweepPayments(createContext(null, beforeRoundTrip), getTimeWhenAllAreDue()),
	async webhook({ createContext, stripe, orderId }, beforeRoundTrip) {
		for (const { body, signature } of await stripe.readWebhooks(orderId)) {
			await receiveEvent(createContext(null, beforeRoundTrip), body, signature);
		}
	},
	async payInSecondTab({ createContext, shopper, stripe, orderId }, beforeRoundTrip) {
		await stripe.chargeCard(
			await startPayment(createContext(shopper, beforeRoundTrip), totalCents, orderId),
		);
	},
	expire: ({ createContext }, beforeRoundTrip) =>
		sweepUnpaidOrders(createContext(null, beforeRoundTrip), new Date(getTimeWhenAllAreDue())),
	ship: ({ createContext, admin, orderId }, beforeRoundTrip) =>
		shipOrder(createContext(admin, beforeRoundTrip), orderId),
	refundPiece: ({ createContext, admin, orderId }, beforeRoundTrip) =>
		refundOrder(createContext(admin, beforeRoundTrip), orderId, {
			...refundInput,
			pieces: 1,
			idempotencyKey: "a piece",
		}),
	cancelAndRefund: ({ createContext, admin, orderId }, beforeRoundTrip) =>
		refundOrder(createContext(admin, beforeRoundTrip), orderId, {
			...refundInput,
			idempotencyKey: "all",
		}),
	sweepRefunds: ({ createContext }, beforeRoundTrip) =>
		sweepRefunds(createContext(null, beforeRoundTrip), new Date(getTimeWhenAllAreDue())),
} satisfies Record<string, Action>;

/** Actions outside the shop: of banks, other apps and people in Stripe's Dashboard. */
const stripeActions = {
	charge: ({ stripe, secret }) => stripe.chargeCard(secret),
	async processThenSucceed({ stripe, secret, intentId }) {
		if ((await stripe.chargeCard(secret, "pm_card_processing")).ok) {
			await stripe.settlePayment(intentId, "succeeded");
		}
	},
	refund: ({ stripe, intentId }) => ifPossible(stripe.refundInDashboard(intentId)),
	refundPartly: ({ stripe, intentId }) => ifPossible(stripe.refundInDashboard(intentId, 1_000)),
	makeRefundsPending: ({ stripe, orderId }) =>
		stripe.overrideBehavior(orderId, { refunds: "pending" }),
	rejectRefunds: ({ stripe, orderId }) => stripe.overrideBehavior(orderId, { refunds: "rejected" }),
	succeedRefunds: createSettleAction("succeeded"),
	failRefunds: createSettleAction("failed"),
	dispute: ({ stripe, intentId }) => ifPossible(stripe.dispute(intentId)),
	disputeAndWin: createDisputeAction("won"),
	disputeAndLose: createDisputeAction("lost"),
	chargeFromOtherApp: ({ stripe, orderId }) => stripe.chargeFromOtherApp({ orderId }, totalCents),
	setStoredErrors: ({ stripe, orderId }) =>
		stripe.overrideBehavior(orderId, {
			faults: (["payment_intents.create", "refunds.create", "payment_intents.cancel"] as const).map(
				(operation) =>
					({ operation, kind: "fail", stored: true, executed: true, times: 1 }) as const,
			),
		}),
} satisfies Record<string, Action>;

export const paymentActions: Record<
	keyof typeof shopActions | keyof typeof stripeActions | keyof typeof checkoutActions,
	Action
> = {
	...shopActions,
	...stripeActions,
	...checkoutActions,
};

export type ActionName = keyof typeof paymentActions;

/** The shop's actions. Tests run another action, or kill the process, before each of their round trips. */
export const shopActionNames = [
	"confirm",
	"webhook",
	"sweep",
	"cancel",
	"expire",
	"payInSecondTab",
	"ship",
	"refundPiece",
	"cancelAndRefund",
] as const satisfies ActionName[];

/** Actions other than refunds and disputes. `npm test` interleaves only these, `npm run soak` all actions. */
export const basicActions: ActionName[] = [
	"charge",
	"confirm",
	"cancel",
	"expire",
	"sweep",
	"webhook",
	"payInSecondTab",
	"processThenSucceed",
];

export const allActions: ActionName[] = [
	...basicActions,
	"ship",
	"refundPiece",
	"cancelAndRefund",
	"sweepRefunds",
	"refund",
	"refundPartly",
	"makeRefundsPending",
	"rejectRefunds",
	"succeedRefunds",
	"failRefunds",
	"dispute",
	"disputeAndWin",
	"disputeAndLose",
	"chargeFromOtherApp",
	"setStoredErrors",
];

export const allCheckoutActions: ActionName[] = [...allActions, ...checkoutActionNames];

/** Lists of actions to run on a charged payment before the action that is killed. */
export const priorActions: Record<string, ActionName[]> = {
	"a charge": [],
	"a refund in the dashboard": ["refund"],
	"a partial refund": ["refundPartly"],
	"a dispute": ["dispute"],
	"a lost dispute": ["disputeAndLose"],
	"a payment and a refund": ["confirm", "refund"],
	"a payment and a dispute": ["confirm", "dispute"],
	"a payment and a refund of a piece in the shop": ["confirm", "refundPiece"],
	"a payment and a refund that Stripe answers with 500": [
		"confirm",
		"setStoredErrors",
		"refundPiece",
	],
};
