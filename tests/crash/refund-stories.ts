import { createAccount, type TestAccount } from "../support/accounts.ts";
import type { createCheckout } from "../support/checkout.ts";
import type { RunningShop } from "../support/shop.ts";
import { intentIdOf } from "../support/stripe.ts";

type Checkout = Pick<
	ReturnType<typeof createCheckout<RunningShop, { id: string }>>,
	"shop" | "stripe" | "placeOrder" | "requestIntent" | "createIntent" | "confirmPayment"
>;
type Switches = Parameters<Checkout["stripe"]["setSwitches"]>[1];
type Payment = { buyer: TestAccount; order: string; intent: string };

/** A payment over HTTP and what banks, Stripe and its dashboard do to it. */
export type RefundStory = () => Promise<void>;

const savedError = (operation: string): Switches => ({
	faults: [{ operation, kind: "fail", saved: true, done: true, times: 1 }],
});

function expectStatus({ status }: Response, expected: number, what: string) {
	if (status !== expected) throw new Error(`${what} was answered ${status}, not ${expected}`);
}

/** @returns the stories, each of a shopper of its own: the rate limits count by account */
export function tellRefundStories(checkout: Checkout): RefundStory[] {
	const { stripe } = checkout;

	async function charge(buyer: TestAccount, order: string): Promise<Payment> {
		const secret = await checkout.createIntent(buyer, order);
		expectStatus(await stripe.chargeCard(secret), 200, "the charge");
		return { buyer, order, intent: intentIdOf(secret) };
	}

	async function order(switches: Switches = {}) {
		const buyer = await createAccount(checkout.shop);
		const id = await checkout.placeOrder(buyer);
		await stripe.setSwitches(id, switches);
		return { buyer, id };
	}

	/** Charged; the shop has not heard of it where webhooks are dropped. */
	async function chargeOrder(switches?: Switches): Promise<Payment> {
		const { buyer, id } = await order(switches);
		return charge(buyer, id);
	}

	async function pay(switches?: Switches): Promise<Payment> {
		const payment = await chargeOrder(switches);
		const response = await checkout.confirmPayment(payment.buyer, payment.order, payment.intent);
		expectStatus(response, 200, "the payment");
		return payment;
	}

	/** A payment that the shop has to refund itself: part of it went back before the shop heard of it. */
	async function oweRefund(switches: Switches, expected = 402): Promise<Payment> {
		const payment = await chargeOrder({ webhooks: "drop" });
		await stripe.refundInDashboard(payment.intent, 2_500);
		await stripe.setSwitches(payment.order, { webhooks: "drop", ...switches });
		const response = await checkout.confirmPayment(payment.buyer, payment.order, payment.intent);
		expectStatus(response, expected, "a payment that was partly refunded");
		return payment;
	}

	async function endOwnRefund(outcome: "succeeded" | "failed") {
		const { order: about } = await oweRefund({ refunds: "pending" });
		const { refunds } = await stripe.readLedger(about);
		for (const { id, status } of refunds) {
			if (status === "pending") await stripe.settleRefund(id, outcome);
		}
	}

	return [
		async function refundedInTheDashboard() {
			await stripe.refundInDashboard((await pay()).intent);
		},
		async function partlyRefundedInTheDashboard() {
			await stripe.refundInDashboard((await pay()).intent, 2_500);
		},
		async function refundedInTheDashboardAndNoWebhookComes() {
			await stripe.refundInDashboard((await pay({ webhooks: "drop" })).intent);
		},
		async function refundedBeforeTheShopHeardOfIt() {
			await stripe.refundInDashboard((await chargeOrder({ webhooks: "drop" })).intent);
		},
		async function partlyRefundedBeforeTheShopHeardOfIt() {
			await oweRefund({});
		},
		async function ownRefundIsPending() {
			await oweRefund({ refunds: "pending" });
		},
		async function ownRefundIsPendingAndSucceeds() {
			await endOwnRefund("succeeded");
		},
		async function ownRefundFails() {
			await endOwnRefund("failed");
		},
		async function ownRefundIsRefused() {
			await oweRefund({ refunds: "rejected" });
		},
		async function disputeIsOpen() {
			await stripe.dispute((await pay()).intent);
		},
		async function disputeIsWon() {
			const { intent } = await pay();
			await stripe.stepDispute(await stripe.dispute(intent), "won");
		},
		async function disputeIsLost() {
			const { intent } = await pay({ webhooks: "drop" });
			await stripe.stepDispute(await stripe.dispute(intent), "lost");
		},
		async function bankInquires() {
			const { intent } = await pay();
			await stripe.stepDispute(await stripe.dispute(intent, { inquiry: true }), "closed");
		},
		async function anotherProgramIsPaid() {
			await stripe.chargeFromOtherApp({});
			await stripe.chargeFromOtherApp({ order: (await order()).id });
		},
		async function openingIsAnsweredAnErrorThatStripeKeeps() {
			const { buyer, id } = await order(savedError("payment_intents.create"));
			expectStatus(await checkout.requestIntent(buyer, id), 503, "opening while Stripe fails");
			const { intent } = await charge(buyer, id);
			expectStatus(await checkout.confirmPayment(buyer, id, intent), 200, "the payment");
		},
		async function ownRefundIsAnsweredAnErrorThatStripeKeeps() {
			await oweRefund(savedError("refunds.create"), 503);
		},
	];
}
