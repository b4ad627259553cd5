import type { OperationName, SwitchValues } from "../../sandbox/stripe/switches.ts";
import { createAccount, type TestAccount } from "../support/accounts.ts";
import type { createCheckout } from "../support/checkout.ts";
import type { RunningShop } from "../support/shop.ts";
import { getIntentId } from "../support/stripe.ts";

type Checkout = Pick<
	ReturnType<typeof createCheckout<RunningShop, { id: string }>>,
	"shop" | "stripe" | "placeOrder" | "requestIntent" | "createIntent" | "confirmPayment"
>;
type Payment = { shopper: TestAccount; order: string; intent: string };

/** Makes a payment over HTTP, and then refunds it, disputes it, or makes Stripe respond with an error. */
export type RefundScenario = () => Promise<void>;

/** Makes Stripe execute the operation, but respond with 500 and store that response under the idempotency key. */
const createStoredError = (operation: OperationName): SwitchValues => ({
	faults: [{ operation, kind: "fail", stored: true, executed: true, times: 1 }],
});

function expectStatus({ status }: Response, expected: number, action: string) {
	if (status !== expected) throw new Error(`${action} got the status ${status}, not ${expected}`);
}

/** Creates scenarios, each with its own account, because rate limits apply per account. */
export function createRefundScenarios(checkout: Checkout): RefundScenario[] {
	const { stripe } = checkout;

	async function chargeCard(shopper: TestAccount, order: string): Promise<Payment> {
		const secret = await checkout.createIntent(shopper, order);
		expectStatus(await stripe.chargeCard(secret), 200, "the charge");
		return { shopper, order, intent: getIntentId(secret) };
	}

	async function placeOrder(switches: SwitchValues = {}) {
		const shopper = await createAccount(checkout.shop);
		const id = await checkout.placeOrder(shopper);
		await stripe.overrideBehavior(id, switches);
		return { shopper, id };
	}

	/** Charges a card. The shop learns of the charge by webhook, unless the switches drop webhooks. */
	async function chargeOrder(switches?: SwitchValues): Promise<Payment> {
		const { shopper, id } = await placeOrder(switches);
		return chargeCard(shopper, id);
	}

	async function pay(switches?: SwitchValues): Promise<Payment> {
		const payment = await chargeOrder(switches);
		const response = await checkout.confirmPayment(payment.shopper, payment.order, payment.intent);
		expectStatus(response, 200, "the payment");
		return payment;
	}

	/** Refunds a part of a payment before the shop learns of it, so that the shop has to refund the rest. */
	async function payAfterPartialRefund(
		switches: SwitchValues,
		expectedStatus = 402,
	): Promise<Payment> {
		const payment = await chargeOrder({ webhooks: "drop" });
		await stripe.refundInDashboard(payment.intent, 2_500);
		await stripe.overrideBehavior(payment.order, { webhooks: "drop", ...switches });
		const response = await checkout.confirmPayment(payment.shopper, payment.order, payment.intent);
		expectStatus(response, expectedStatus, "a payment that was partly refunded");
		return payment;
	}

	async function settleShopRefund(outcome: "succeeded" | "failed") {
		const { order } = await payAfterPartialRefund({ refunds: "pending" });
		const { refunds } = await stripe.readLedger(order);
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
		async function refundedInTheDashboardAndTheWebhookIsLost() {
			await stripe.refundInDashboard((await pay({ webhooks: "drop" })).intent);
		},
		async function refundedBeforeTheShopKnowsThePayment() {
			await stripe.refundInDashboard((await chargeOrder({ webhooks: "drop" })).intent);
		},
		async function partlyRefundedBeforeTheShopKnowsThePayment() {
			await payAfterPartialRefund({});
		},
		async function shopRefundIsPending() {
			await payAfterPartialRefund({ refunds: "pending" });
		},
		async function shopRefundIsPendingAndSucceeds() {
			await settleShopRefund("succeeded");
		},
		async function shopRefundFails() {
			await settleShopRefund("failed");
		},
		async function shopRefundIsRejected() {
			await payAfterPartialRefund({ refunds: "rejected" });
		},
		async function disputeIsOpen() {
			await stripe.dispute((await pay()).intent);
		},
		async function disputeIsWon() {
			const { intent } = await pay();
			await stripe.advanceDispute(await stripe.dispute(intent), "won");
		},
		async function disputeIsLost() {
			const { intent } = await pay({ webhooks: "drop" });
			await stripe.advanceDispute(await stripe.dispute(intent), "lost");
		},
		async function inquiryIsClosed() {
			const { intent } = await pay();
			await stripe.advanceDispute(await stripe.dispute(intent, { inquiry: true }), "closed");
		},
		async function anotherAppChargesACard() {
			await stripe.chargeFromOtherApp({});
			await stripe.chargeFromOtherApp({ order: (await placeOrder()).id });
		},
		async function creatingTheIntentGetsAStoredError() {
			const { shopper, id } = await placeOrder(createStoredError("payment_intents.create"));
			expectStatus(await checkout.requestIntent(shopper, id), 503, "the intent");
			const { intent } = await chargeCard(shopper, id);
			expectStatus(await checkout.confirmPayment(shopper, id, intent), 200, "the payment");
		},
		async function shopRefundGetsAStoredError() {
			await payAfterPartialRefund(createStoredError("refunds.create"), 503);
		},
	];
}
