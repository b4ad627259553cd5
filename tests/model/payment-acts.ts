import { cancelOrder } from "#worker/shop/orders/cancel.ts";
import { shipOrder } from "#worker/shop/orders/ship.ts";
import { confirmPayment } from "#worker/shop/payments/settle.ts";
import { startPayment } from "#worker/shop/payments/start.ts";
import { sweepPayments } from "#worker/shop/payments/sweep.ts";
import { receiveEvent } from "#worker/shop/payments/webhook.ts";
import type { Gate } from "./actors.ts";
import { later, type PaymentFixture, priceCents } from "./payment-fixture.ts";

type Act = (fixture: PaymentFixture, gate?: Gate) => Promise<unknown>;

/** What cannot be done now, such as refunding what was not charged, is not done. */
const ifPossible = (work: Promise<unknown>) => work.catch(() => undefined);

const disputeAnd =
	(step: "won" | "lost"): Act =>
	async ({ stripe, intent }) =>
		ifPossible(stripe.dispute(intent).then((dispute) => stripe.stepDispute(dispute, step)));

/** Ends each refund that Stripe still works on, or has it come back from the bank. */
const endRefunds =
	(outcome: "succeeded" | "failed"): Act =>
	async ({ stripe, order }) => {
		await stripe.setSwitches(order, { refunds: "normal" });
		for (const { id } of (await stripe.readLedger(order)).refunds) {
			await ifPossible(stripe.settleRefund(id, outcome));
		}
	};

/** What shopper, admin and Stripe's webhooks do about one payment: these take round trips of the shop, which `gate` watches. */
const shopActs = {
	confirm: ({ shopOf, shopper, order, intent }, gate) =>
		confirmPayment(shopOf(shopper, gate), order, intent),
	cancel: ({ shopOf, shopper, order }, gate) => cancelOrder(shopOf(shopper, gate), order),
	sweep: ({ shopOf }, gate) => sweepPayments(shopOf(null, gate), later()),
	async webhook({ shopOf, stripe, order }, gate) {
		for (const { body, signature } of await stripe.readWebhooks(order)) {
			await receiveEvent(shopOf(null, gate), body, signature);
		}
	},
	async secondTab({ shopOf, shopper, stripe, order }, gate) {
		await stripe.chargeCard(await startPayment(shopOf(shopper, gate), priceCents, order));
	},
	ship: ({ shopOf, admin, order }, gate) => shipOrder(shopOf(admin, gate), order),
} satisfies Record<string, Act>;

/** What banks, Stripe, its dashboard and other apps do. */
const outerActs = {
	charge: ({ stripe, secret }) => stripe.chargeCard(secret),
	async bank({ stripe, secret, intent }) {
		if ((await stripe.chargeCard(secret, "pm_card_processing")).ok) {
			await stripe.settlePayment(intent, "succeeded");
		}
	},
	refund: ({ stripe, intent }) => ifPossible(stripe.refundInDashboard(intent)),
	refundPart: ({ stripe, intent }) => ifPossible(stripe.refundInDashboard(intent, 1_000)),
	refundsWait: ({ stripe, order }) => stripe.setSwitches(order, { refunds: "pending" }),
	refundsRefused: ({ stripe, order }) => stripe.setSwitches(order, { refunds: "rejected" }),
	refundsSucceed: endRefunds("succeeded"),
	refundsFail: endRefunds("failed"),
	dispute: ({ stripe, intent }) => ifPossible(stripe.dispute(intent)),
	disputeWon: disputeAnd("won"),
	disputeLost: disputeAnd("lost"),
	otherApp: ({ stripe, order }) => stripe.chargeFromOtherApp({ order }, priceCents),
	savedError: ({ stripe, order }) =>
		stripe.setSwitches(order, {
			faults: ["payment_intents.create", "refunds.create", "payment_intents.cancel"].map(
				(operation) => ({ operation, kind: "fail", saved: true, done: true, times: 1 }) as const,
			),
		}),
} satisfies Record<string, Act>;

export const paymentActs: Record<keyof typeof shopActs | keyof typeof outerActs, Act> = {
	...shopActs,
	...outerActs,
};

export type ActName = keyof typeof paymentActs;

/** Acts that take round trips of the shop, in the order in which they are tried. */
export const killable = [
	"confirm",
	"webhook",
	"sweep",
	"cancel",
	"secondTab",
	"ship",
] as const satisfies ActName[];

/** Those that were there before refunds and disputes were: each is injected into each in every run of the tests. */
export const basicActs: ActName[] = [
	"charge",
	"confirm",
	"cancel",
	"sweep",
	"webhook",
	"secondTab",
	"bank",
];

export const allActs: ActName[] = [
	...basicActs,
	"ship",
	"refund",
	"refundPart",
	"refundsWait",
	"refundsRefused",
	"refundsSucceed",
	"refundsFail",
	"dispute",
	"disputeWon",
	"disputeLost",
	"otherApp",
	"savedError",
];

/** What happened to a charged payment before an act is killed. */
export const befores: Record<string, ActName[]> = {
	"a charge": [],
	"a refund in the dashboard": ["refund"],
	"a refund of a part": ["refundPart"],
	"a dispute": ["dispute"],
	"a lost dispute": ["disputeLost"],
	"a payment and a refund": ["confirm", "refund"],
	"a payment and a dispute": ["confirm", "dispute"],
};
