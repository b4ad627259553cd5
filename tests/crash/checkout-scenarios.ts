import type { TestAccount } from "../support/accounts.ts";
import type { createCheckoutHelpers } from "../support/checkout.ts";
import { getIntentId } from "../support/stripe.ts";
import type { WorkloadLog } from "./workload-log.ts";

type Checkout = Pick<
	ReturnType<typeof createCheckoutHelpers>,
	"stripe" | "placeOrder" | "createIntent" | "confirmPayment" | "cancelOrder"
>;

/** Sends the requests of a shopper who places an order, then pays for it or cancels it. */
export type CheckoutScenario = (shopper: TestAccount) => Promise<void>;

function expectOk({ ok, status }: Response, action: string) {
	if (!ok) throw new Error(`${action} returned status ${status}`);
}

/** Creates scenarios that add each write to `log` once it gets a 2xx response, and each cancellation before it is requested. */
export function createCheckoutScenarios(checkout: Checkout, log: WorkloadLog): CheckoutScenario[] {
	async function placeOrder(shopper: TestAccount, webhooks: "normal" | "drop" = "normal") {
		const orderId = await checkout.placeOrder(shopper);
		log.placedOrders.add(orderId);
		if (webhooks !== "normal") await checkout.stripe.overrideBehavior(orderId, { webhooks });
		return orderId;
	}
	async function startPayment(shopper: TestAccount, orderId: string) {
		const secret = await checkout.createIntent(shopper, orderId);
		log.startedPayments.add(getIntentId(secret));
		return secret;
	}
	async function charge(secret: string) {
		const response = await checkout.stripe.chargeCard(secret);
		if (response.ok) log.chargedPayments.add(getIntentId(secret));
		return response;
	}
	async function confirm(shopper: TestAccount, orderId: string, secret: string) {
		const intentId = getIntentId(secret);
		expectOk(await checkout.confirmPayment(shopper, orderId, intentId), "the payment");
		log.paidOrders.set(orderId, intentId);
	}
	async function cancel(shopper: TestAccount, orderId: string) {
		log.cancelRequests.add(orderId);
		const response = await checkout.cancelOrder(shopper, orderId);
		if (response.ok) log.canceledOrders.add(orderId);
		return response;
	}

	const payByCard = async (shopper: TestAccount, webhooks: "normal" | "drop") => {
		const orderId = await placeOrder(shopper, webhooks);
		const secret = await startPayment(shopper, orderId);
		expectOk(await charge(secret), "the charge");
		return { orderId, secret };
	};
	return [
		async function pays(shopper) {
			const { orderId, secret } = await payByCard(shopper, "normal");
			await confirm(shopper, orderId, secret);
		},
		async function paysInTwoTabs(shopper) {
			const { orderId, secret } = await payByCard(shopper, "drop");
			await Promise.all([confirm(shopper, orderId, secret), confirm(shopper, orderId, secret)]);
		},
		async function cancels(shopper) {
			expectOk(await cancel(shopper, await placeOrder(shopper)), "the cancellation");
		},
		async function closesTheBrowserAfterPaying(shopper) {
			await payByCard(shopper, "normal");
		},
		async function closesTheBrowserAndTheWebhookIsLost(shopper) {
			await payByCard(shopper, "drop");
		},
		async function cancelsInAnotherTabWhilePaying(shopper) {
			const orderId = await placeOrder(shopper);
			const secret = await startPayment(shopper, orderId);
			await Promise.all([charge(secret), cancel(shopper, orderId)]);
		},
	];
}
