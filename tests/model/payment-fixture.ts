import type { Account } from "#contract/roles.ts";
import type { ShopContext } from "#worker/shop/context.ts";
import { cancelOrder } from "#worker/shop/orders/cancel.ts";
import { placeOrder, placeOrders } from "#worker/shop/orders/place.ts";
import { findOrder } from "#worker/shop/orders/read.ts";
import { sweepRefunds } from "#worker/shop/payments/send-refund.ts";
import { confirmCheckout, confirmPayment } from "#worker/shop/payments/settle.ts";
import { startCheckoutPayment, startPayment } from "#worker/shop/payments/start.ts";
import { sweepPayments } from "#worker/shop/payments/sweep.ts";
import { receiveEvent } from "#worker/shop/payments/webhook.ts";
import { createLocalShop, withEnv } from "../support/local-shop.ts";
import { createLocalStripe } from "../support/local-stripe.ts";
import type { QueryHook } from "../support/sqlite-d1.ts";
import { getIntentId } from "../support/stripe.ts";
import { attempt, createHookedContext, type RoundTripHook } from "./round-trip-hook.ts";

/** Pieces in stock of each product. */
export const initialStock = 20;
/** Pieces of the fixtures' first order. */
export const pieceCount = 4;
/** The total of that order. */
export const totalCents = 1_999 * pieceCount;

/** Returns a time so far ahead that the sweep checks every payment, even one that has backed off after many checks. */
export const getTimeWhenAllAreDue = () => Date.now() + 2 * 24 * 60 * 60 * 1000;

/** The Stripe mock's path prefix in the sandbox, as in `/__sandbox/stripe/v1/payment_intents`. */
const sandboxPath = "/__sandbox/stripe";

/** Creates a shop and a Stripe mock, with an order of four pieces whose payment has not been started. */
export async function createOrderFixture() {
	const localShop = createLocalShop();
	const stripe = createLocalStripe();
	const [shopper, admin]: Account[] = [
		await localShop.addAccount(),
		await localShop.addAccount("admin"),
	];
	if (!shopper || !admin) throw new Error("The accounts are missing.");
	const productId = await localShop.addProduct(initialStock);
	/** @param beforeDatabaseQuery - called instead of `beforeRoundTrip` before round trips to the database */
	const createContext = (
		account: Account | null,
		beforeRoundTrip: RoundTripHook = () => undefined,
		beforeDatabaseQuery?: QueryHook,
	): ShopContext =>
		createHookedContext(localShop, stripe, account, beforeRoundTrip, beforeDatabaseQuery);
	const orderId = await placeOrder(createContext(shopper), {
		productId,
		quantity: pieceCount,
		location: "Here",
		phone: "1",
		idempotencyKey: null,
	});

	/** Creates a context whose requests to Stripe are added to `calls`. */
	function recordStripeCalls(account: Account | null) {
		const calls: string[] = [];
		const context = createContext(account, (requests) => {
			const stripeRequests = requests.filter((request) => request.includes(sandboxPath));
			calls.push(...stripeRequests.map((request) => request.replace(sandboxPath, "")));
		});
		return { context, calls };
	}

	return {
		localShop,
		stripe,
		shopper,
		admin,
		createContext,
		recordStripeCalls,
		productId,
		productIds: [productId],
		orderId,
		/** All orders that the payment is for. */
		orderIds: [orderId],
		checkoutId: "",
		db: localShop.db,
		findOrder: () => findOrder(createContext(null), orderId),
		startPayment: () => startPayment(createContext(shopper), totalCents, orderId),
		sweep: () => sweepPayments(createContext(null), getTimeWhenAllAreDue()),
		sweepRefunds: () => sweepRefunds(createContext(null), new Date(getTimeWhenAllAreDue())),
		/** Delivers all webhooks about an order, oldest first. */
		async deliverWebhooks(id = orderId) {
			for (const { body, signature } of await stripe.readWebhooks(id)) {
				await receiveEvent(createContext(null), body, signature);
			}
		},
	};
}

type OrderFixture = Awaited<ReturnType<typeof createOrderFixture>>;

/** The state that webhooks and the sweep may change, except the times of checks and retries. */
const recoveredState = `SELECT json_array(
	(SELECT json_group_array(json_array(id, status, received_cents, refunded_cents, hold, refund_id, problem, processing_at, next_check_at IS NULL)) FROM payments),
	(SELECT json_group_array(json_array(id, state, transaction_id)) FROM orders),
	(SELECT json_group_array(json_array(id, status, refund_id, stripe_key, rejection)) FROM refund_requests),
	(SELECT json_group_array(json_array(id, status, amount_cents)) FROM refunds),
	(SELECT json_group_array(json_array(id, status, amount_cents)) FROM disputes),
	(SELECT json_group_array(id) FROM stripe_events)) AS state`;

/** Repeats the webhooks and the sweep until they change nothing, so that the shop recovers from kills and lost webhooks. */
export async function recover(fixture: OrderFixture) {
	const readState = async () =>
		(await fixture.localShop.d1.prepare(recoveredState).first<string>("state")) +
		fixture.stripe.readDocuments();
	let state = await readState();
	for (let round = 0; round < 3; round++) {
		const previousState = state;
		await attempt(fixture.deliverWebhooks());
		await fixture.sweep();
		await fixture.sweepRefunds();
		state = await readState();
		if (state === previousState) return;
	}
}

/** Creates the fixture of `createOrderFixture`, and starts the payment. */
export async function createPaymentFixture() {
	const fixture = await createOrderFixture();
	const secret = await fixture.startPayment();
	const intentId = getIntentId(secret);
	return {
		...fixture,
		secret,
		intentId,
		confirm: () =>
			confirmPayment(fixture.createContext(fixture.shopper), fixture.orderId, intentId),
	};
}

const otherQuantities = [3, 2];
/** The total of a checkout of three tools: four pieces of the first, three and two of the others. */
export const checkoutCents = totalCents + 5 * 1_999;

/**
 * Creates the fixture of `createPaymentFixture` for a checkout of three orders: `orderId` is the first, and the payment is for all three.
 * The order of `createOrderFixture` is canceled.
 */
export async function createCheckoutFixture() {
	const fixture = await createOrderFixture();
	const { localShop, shopper, createContext, productId } = fixture;
	const shop = createContext(shopper);
	await cancelOrder(shop, fixture.orderId);
	const otherProductIds = [
		await localShop.addProduct(initialStock),
		await localShop.addProduct(initialStock),
	];
	const productIds = [productId, ...otherProductIds];
	const { checkoutId, orderIds } = await placeOrders(shop, {
		lines: productIds.map((id, index) => ({
			productId: id,
			quantity: [pieceCount, ...otherQuantities][index] ?? 1,
		})),
		location: "Here",
		phone: "1",
		idempotencyKey: null,
	});
	const [orderId = ""] = orderIds;
	const secret = await startCheckoutPayment(shop, checkoutId, checkoutCents);
	return {
		...fixture,
		productIds,
		orderId,
		orderIds,
		checkoutId,
		secret,
		intentId: getIntentId(secret),
		findOrder: () => findOrder(createContext(null), orderId),
		startPayment: () => startPayment(createContext(shopper), totalCents, orderId),
		deliverWebhooks: (id = orderId) => fixture.deliverWebhooks(id),
		confirm: () => confirmCheckout(createContext(shopper), checkoutId, getIntentId(secret)),
	};
}

export type PaymentFixture = Awaited<ReturnType<typeof createPaymentFixture>>;

/** Creates the fixture of `createPaymentFixture`, and pays for the order. */
export async function createPaidFixture() {
	const fixture = await createPaymentFixture();
	await fixture.stripe.chargeCard(fixture.secret);
	await fixture.confirm();
	return fixture;
}

const rejections = { 403: "invalid_request_error", 409: "idempotency_error", 500: "api_error" };

/**
 * Makes Stripe reject some requests of the shop.
 * @param status - 403 as if the key lacked a permission, 409 as if another request had the same idempotency key, or 500
 * @param shouldReject - called with requests such as `GET /v1/disputes`
 */
export function withStripeErrors(
	shop: ShopContext,
	shouldReject: (call: string) => boolean,
	status: keyof typeof rejections = 403,
): ShopContext {
	const { SANDBOX } = shop.env;
	if (!SANDBOX) throw new Error("The sandbox is missing.");
	const error = { type: rejections[status], message: "no" };
	const fetch = async (input: RequestInfo | URL, init?: RequestInit) => {
		const request = new Request(input, init);
		const path = new URL(request.url).pathname.replace(sandboxPath, "");
		return shouldReject(`${request.method} ${path}`)
			? Response.json({ error }, { status })
			: SANDBOX.fetch(request);
	};
	return withEnv(shop, { SANDBOX: { connect: SANDBOX.connect, fetch } });
}
