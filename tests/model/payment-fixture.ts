import type { Account } from "#contract/roles.ts";
import type { Env } from "#worker/env.ts";
import type { Shop } from "#worker/shop/context.ts";
import { placeOrder } from "#worker/shop/orders/place.ts";
import { findOrder } from "#worker/shop/orders/read.ts";
import { confirmPayment } from "#worker/shop/payments/settle.ts";
import { startPayment } from "#worker/shop/payments/start.ts";
import { sweepPayments } from "#worker/shop/payments/sweep.ts";
import { receiveEvent } from "#worker/shop/payments/webhook.ts";
import { createLocalShop } from "../support/local-shop.ts";
import { createLocalStripe } from "../support/local-stripe.ts";
import { intentIdOf } from "../support/stripe.ts";
import { createShop, type Gate } from "./actors.ts";

/** Pieces in stock, and cents of the order of four of them. */
export const [put, priceCents] = [20, 1_999 * 4];

/** When each payment is due again, however often it was looked at. */
export const later = () => Date.now() + 2 * 24 * 60 * 60 * 1000;

/** Where a call goes to the sandbox's Stripe: `GET /v1/payment_intents/pi_1`. */
const sandboxPath = "/__sandbox/stripe";

/** A shop and a Stripe of their own, with one order of four pieces that is not paid, its payment not opened. */
export async function createUnopenedFixture() {
	const local = createLocalShop();
	const stripe = createLocalStripe();
	const [shopper, admin]: Account[] = [await local.addAccount(), await local.addAccount("admin")];
	if (!shopper || !admin) throw new Error("there are no accounts");
	const productId = await local.addProduct(put);
	const shopOf = (account: Account | null, gate: Gate = () => undefined) =>
		createShop(local, stripe, account, gate);
	const order = await placeOrder(shopOf(shopper), {
		productId,
		quantity: 4,
		location: "Here",
		phone: "1",
		idempotencyKey: null,
	});

	/** @returns a shop whose calls to Stripe are written into a list */
	function watchCalls(account: Account | null) {
		const calls: string[] = [];
		const shop = shopOf(account, (asked) => {
			const toStripe = asked.filter((call) => call.includes(sandboxPath));
			calls.push(...toStripe.map((call) => call.replace(sandboxPath, "")));
		});
		return { shop, calls };
	}

	return {
		local,
		stripe,
		shopper,
		admin,
		shopOf,
		watchCalls,
		productId,
		order,
		db: local.anonymous.db,
		findOrder: () => findOrder(shopOf(null), order),
		start: () => startPayment(shopOf(shopper), priceCents, order),
		sweep: () => sweepPayments(shopOf(null), later()),
		/** Delivers every webhook about an order, oldest first. */
		async deliver(about = order) {
			for (const { body, signature } of await stripe.readWebhooks(about)) {
				await receiveEvent(shopOf(null), body, signature);
			}
		},
	};
}

/** The same with the payment opened. */
export async function createPaymentFixture() {
	const fixture = await createUnopenedFixture();
	const secret = await fixture.start();
	const intent = intentIdOf(secret);
	return {
		...fixture,
		secret,
		intent,
		confirm: () => confirmPayment(fixture.shopOf(fixture.shopper), fixture.order, intent),
	};
}

export type PaymentFixture = Awaited<ReturnType<typeof createPaymentFixture>>;

/** The same with the order paid. */
export async function createPaidFixture() {
	const fixture = await createPaymentFixture();
	await fixture.stripe.chargeCard(fixture.secret);
	await fixture.confirm();
	return fixture;
}

/** @returns the shop with other bindings in place of some of its own */
export const withEnv = (shop: Shop, bindings: Partial<Env>): Shop => ({
	...shop,
	env: new Proxy(shop.env, {
		get: (target, name, receiver) =>
			name in bindings ? Reflect.get(bindings, name) : Reflect.get(target, name, receiver),
	}),
});

/**
 * @param isRefused says of a call, as in `GET /v1/disputes`, whether Stripe answers it with this status
 * @returns the shop whose Stripe answers 403, as to a key without the right, or 500
 */
export function refusingSome(
	shop: Shop,
	isRefused: (call: string) => boolean,
	status: 403 | 500 = 403,
): Shop {
	const { SANDBOX } = shop.env;
	if (!SANDBOX) throw new Error("there is no sandbox");
	const error = { type: status === 403 ? "invalid_request_error" : "api_error", message: "no" };
	const fetch = async (input: RequestInfo | URL, init?: RequestInit) => {
		const request = new Request(input, init);
		const path = new URL(request.url).pathname.replace(sandboxPath, "");
		return isRefused(`${request.method} ${path}`)
			? Response.json({ error }, { status })
			: SANDBOX.fetch(request);
	};
	return withEnv(shop, { SANDBOX: { connect: SANDBOX.connect, fetch } });
}
