import type { TestAccount } from "../support/accounts.ts";
import type { createCheckout } from "../support/checkout.ts";
import { getIntentId } from "../support/stripe.ts";
import type { ConfirmedWrites } from "./confirmed-writes.ts";

type Checkout = Pick<
	ReturnType<typeof createCheckout>,
	"stripe" | "placeOrder" | "createIntent" | "confirmPayment" | "cancelOrder"
>;

/** The requests of a shopper who places an order, and pays or cancels it. */
export type CheckoutScenario = (shopper: TestAccount) => Promise<void>;

function expectOk({ ok, status }: Response, action: string) {
	if (!ok) throw new Error(`${action} got the status ${status}`);
}

/** Creates scenarios that add each write to `confirmed` once it gets a 2xx response. */
export function createCheckoutScenarios(
	checkout: Checkout,
	confirmed: ConfirmedWrites,
): CheckoutScenario[] {
	async function placeOrder(shopper: TestAccount, webhooks: "normal" | "drop" = "normal") {
		const id = await checkout.placeOrder(shopper);
		confirmed.placedOrders.add(id);
		if (webhooks !== "normal") await checkout.stripe.overrideBehavior(id, { webhooks });
		return id;
	}
	async function startPayment(shopper: TestAccount, id: string) {
		const secret = await checkout.createIntent(shopper, id);
		confirmed.startedPayments.add(getIntentId(secret));
		return secret;
	}
	async function charge(secret: string) {
		const response = await checkout.stripe.chargeCard(secret);
		if (response.ok) confirmed.chargedPayments.add(getIntentId(secret));
		return response;
	}
	async function confirm(shopper: TestAccount, id: string, secret: string) {
		const intent = getIntentId(secret);
		expectOk(await checkout.confirmPayment(shopper, id, intent), "the payment");
		confirmed.paidOrders.set(id, intent);
	}
	async function cancel(shopper: TestAccount, id: string) {
		confirmed.cancelRequests.add(id);
		const response = await checkout.cancelOrder(shopper, id);
		if (response.ok) confirmed.canceledOrders.add(id);
		return response;
	}

	const payByCard = async (shopper: TestAccount, webhooks: "normal" | "drop") => {
		const id = await placeOrder(shopper, webhooks);
		const secret = await startPayment(shopper, id);
		expectOk(await charge(secret), "the charge");
		return { id, secret };
	};
	return [
		async function pays(shopper) {
			const { id, secret } = await payByCard(shopper, "normal");
			await confirm(shopper, id, secret);
		},
		async function paysInTwoTabs(shopper) {
			const { id, secret } = await payByCard(shopper, "drop");
			await Promise.all([confirm(shopper, id, secret), confirm(shopper, id, secret)]);
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
			const id = await placeOrder(shopper);
			const secret = await startPayment(shopper, id);
			await Promise.all([charge(secret), cancel(shopper, id)]);
		},
	];
}
