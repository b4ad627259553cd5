import type { OperationName, SwitchValues } from "../../sandbox/stripe/switches.ts";
import { createAccount, type TestAccount } from "../support/accounts.ts";
import type { createCheckoutHelpers } from "../support/checkout.ts";
import type { RunningShop } from "../support/shop.ts";
import { getIntentId } from "../support/stripe.ts";

type Checkout = Pick<
	ReturnType<typeof createCheckoutHelpers<RunningShop, { id: string }>>,
	"shop" | "stripe" | "placeOrder" | "requestIntent" | "createIntent" | "confirmPayment"
>;
type Payment = { shopper: TestAccount; orderId: string; intentId: string };

/** Makes a payment over HTTP, and then refunds it, disputes it, or makes Stripe respond with an error. */
export type RefundScenario = () => Promise<void>;

/** Makes Stripe execute the operation, but respond with 500 and store that response under the idempotency key. */
const createStoredError = (operation: OperationName): SwitchValues => ({
	faults: [{ operation, kind: "fail", stored: true, executed: true, times: 1 }],
});

function expectStatus({ status }: Response, expected: number, action: string) {
	if (status !== expected) throw new Error(`${action} returned status ${status}, not ${expected}`);
}

/** Creates scenarios. Each uses a new account, because rate limits apply per account. */
export function createRefundScenarios(checkout: Checkout): RefundScenario[] {
	const { stripe } = checkout;

	async function chargeCard(shopper: TestAccount, orderId: string): Promise<Payment> {
		const secret = await checkout.createIntent(shopper, orderId);
		expectStatus(await stripe.chargeCard(secret), 200, "the charge");
		return { shopper, orderId, intentId: getIntentId(secret) };
	}

	async function placeOrder(switches: SwitchValues = {}) {
		const shopper = await createAccount(checkout.shop);
		const orderId = await checkout.placeOrder(shopper);
		await stripe.overrideBehavior(orderId, switches);
		return { shopper, orderId };
	}

	/** Places an order and charges the card. The shop learns of the charge from a webhook, unless `switches` drops webhooks. */
	async function chargeOrder(switches?: SwitchValues): Promise<Payment> {
		const { shopper, orderId } = await placeOrder(switches);
		return chargeCard(shopper, orderId);
	}

	async function pay(switches?: SwitchValues): Promise<Payment> {
		const payment = await chargeOrder(switches);
		const response = await checkout.confirmPayment(
			payment.shopper,
			payment.orderId,
			payment.intentId,
		);
		expectStatus(response, 200, "the payment");
		return payment;
	}

	/** Refunds part of a payment before the shop learns of the payment, so that the shop has to refund the rest. */
	async function payAfterPartialRefund(
		switches: SwitchValues,
		expectedStatus = 402,
	): Promise<Payment> {
		const payment = await chargeOrder({ webhooks: "drop" });
		await stripe.refundInDashboard(payment.intentId, 2_500);
		await stripe.overrideBehavior(payment.orderId, { webhooks: "drop", ...switches });
		const response = await checkout.confirmPayment(
			payment.shopper,
			payment.orderId,
			payment.intentId,
		);
		expectStatus(response, expectedStatus, "a payment that was partly refunded");
		return payment;
	}

	async function settleShopRefund(outcome: "succeeded" | "failed") {
		const { orderId } = await payAfterPartialRefund({ refunds: "pending" });
		const { refunds } = await stripe.readLedger(orderId);
		for (const { id, status } of refunds) {
			if (status === "pending") await stripe.settleRefund(id, outcome);
		}
	}

	return [
		async function refundedInTheDashboard() {
			await stripe.refundInDashboard((await pay()).intentId);
		},
		async function partlyRefundedInTheDashboard() {
			await stripe.refundInDashboard((await pay()).intentId, 2_500);
		},
		async function refundedInTheDashboardAndTheWebhookIsLost() {
			await stripe.refundInDashboard((await pay({ webhooks: "drop" })).intentId);
		},
		async function refundedBeforeTheShopKnowsThePayment() {
			await stripe.refundInDashboard((await chargeOrder({ webhooks: "drop" })).intentId);
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
			await stripe.dispute((await pay()).intentId);
		},
		async function disputeIsWon() {
			const { intentId } = await pay();
			await stripe.advanceDispute(await stripe.dispute(intentId), "won");
		},
		async function disputeIsLost() {
			const { intentId } = await pay({ webhooks: "drop" });
			await stripe.advanceDispute(await stripe.dispute(intentId), "lost");
		},
		async function inquiryIsClosed() {
			const { intentId } = await pay();
			await stripe.advanceDispute(await stripe.dispute(intentId, { inquiry: true }), "closed");
		},
		async function anotherAppChargesACard() {
			await stripe.chargeFromOtherApp({});
			await stripe.chargeFromOtherApp({ order: (await placeOrder()).orderId });
		},
		async function creatingTheIntentGetsAStoredError() {
			const { shopper, orderId } = await placeOrder(createStoredError("payment_intents.create"));
			expectStatus(await checkout.requestIntent(shopper, orderId), 503, "the intent");
			const { intentId } = await chargeCard(shopper, orderId);
			expectStatus(await checkout.confirmPayment(shopper, orderId, intentId), 200, "the payment");
		},
		async function shopRefundGetsAStoredError() {
			await payAfterPartialRefund(createStoredError("refunds.create"), 503);
		},
	];
}
