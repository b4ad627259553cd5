import type { TestAccount } from "../support/accounts.ts";
import type { createCheckout } from "../support/checkout.ts";
import { intentIdOf } from "../support/stripe.ts";
import type { Memory } from "./memory.ts";

type Checkout = Pick<
	ReturnType<typeof createCheckout>,
	"stripe" | "placeOrder" | "createIntent" | "confirmPayment" | "cancelOrder"
>;

/** What a buyer does from order to end; `webhooks` says whether Stripe tells the shop of the payment. */
export type Story = (buyer: TestAccount) => Promise<void>;

function must({ ok, status }: Response, what: string) {
	if (!ok) throw new Error(`${what} was answered ${status}`);
}

/** @returns what simulated buyers do; each action is recorded once it was answered 2xx */
export function tellStories(checkout: Checkout, memory: Memory): Story[] {
	async function order(buyer: TestAccount, webhooks: "normal" | "drop" = "normal") {
		const id = await checkout.placeOrder(buyer);
		memory.placed.add(id);
		if (webhooks !== "normal") await checkout.stripe.setSwitches(id, { webhooks });
		return id;
	}
	async function open(buyer: TestAccount, id: string) {
		const secret = await checkout.createIntent(buyer, id);
		memory.opened.add(intentIdOf(secret));
		return secret;
	}
	async function charge(secret: string) {
		const response = await checkout.stripe.chargeCard(secret);
		if (response.ok) memory.charged.add(intentIdOf(secret));
		return response;
	}
	async function confirm(buyer: TestAccount, id: string, secret: string) {
		const intent = intentIdOf(secret);
		must(await checkout.confirmPayment(buyer, id, intent), "the payment");
		memory.paid.set(id, intent);
	}
	async function cancel(buyer: TestAccount, id: string) {
		memory.askedToCancel.add(id);
		const response = await checkout.cancelOrder(buyer, id);
		if (response.ok) memory.cancelled.add(id);
		return response;
	}

	const pay = async (buyer: TestAccount, webhooks: "normal" | "drop") => {
		const id = await order(buyer, webhooks);
		const secret = await open(buyer, id);
		must(await charge(secret), "the charge");
		return { id, secret };
	};
	return [
		async function buys(buyer) {
			const { id, secret } = await pay(buyer, "normal");
			await confirm(buyer, id, secret);
		},
		async function buysWithTwoTabs(buyer) {
			const { id, secret } = await pay(buyer, "drop");
			await Promise.all([confirm(buyer, id, secret), confirm(buyer, id, secret)]);
		},
		async function thinksAgain(buyer) {
			must(await cancel(buyer, await order(buyer)), "the cancellation");
		},
		async function closesTheBrowser(buyer) {
			await pay(buyer, "normal");
		},
		async function closesTheBrowserAndNoWebhookComes(buyer) {
			await pay(buyer, "drop");
		},
		async function cancelsInAnotherTabWhilePaying(buyer) {
			const id = await order(buyer);
			const secret = await open(buyer, id);
			await Promise.all([charge(secret), cancel(buyer, id)]);
		},
	];
}
