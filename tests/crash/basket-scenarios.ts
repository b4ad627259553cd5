import { randomInt } from "node:crypto";
import { setTimeout } from "node:timers/promises";
import * as v from "valibot";
import type { BasketItem } from "#contract/basket.ts";
import type { products } from "#worker/db/schema.ts";
import type { TestAccount } from "../support/accounts.ts";
import { getCheckoutId, openCheckout, submitCheckout } from "../support/basket.ts";
import type { createCheckoutHelpers } from "../support/checkout.ts";
import { createJsonInit } from "../support/shop.ts";
import { getIntentId } from "../support/stripe.ts";
import type { CheckoutScenario } from "./checkout-scenarios.ts";
import type { RequestedRefund, SubmittedBasket, WorkloadLog } from "./workload-log.ts";

type Checkout = Pick<ReturnType<typeof createCheckoutHelpers>, "stripe" | "cancelOrder">;
type Tool = Pick<typeof products.$inferSelect, "id" | "partNumber">;

/** The longest random pause before a cancellation. It lets the cancellation overlap with any part of starting a payment. */
const maxPauseMs = 60;

const checkoutSchema = v.object({
	total: v.number(),
	orders: v.array(v.object({ _id: v.string() })),
});
const insertedSchema = v.object({ insertedId: v.string() });
const secretSchema = v.object({ clientSecret: v.string() });

async function expectOk(request: Promise<Response>, action: string): Promise<Response> {
	const response = await request;
	if (!response.ok && response.status !== 303)
		throw new Error(
			`${action} returned status ${response.status}: ${(await response.text()).slice(0, 200)}`,
		);
	return response;
}

/**
 * Creates scenarios in which shoppers fill a basket, order it, and pay for all orders together. They add each write to `log` once
 * its response is a 2xx or a form's redirect, and each cancellation before it is requested.
 * @param tools - at least three tools
 * @param admin - the admin who makes the refunds
 */
export function createBasketScenarios(
	{ stripe, cancelOrder }: Checkout,
	tools: readonly Tool[],
	admin: TestAccount,
	log: WorkloadLog,
) {
	const chooseItems = (): BasketItem[] =>
		tools.map(({ id }) => ({ productId: id, quantity: randomInt(10, 60) }));

	/** @param items - the lines that the basket must have once the request is confirmed */
	async function fillBasket({ id }: TestAccount, items: BasketItem[], request: Promise<Response>) {
		const previous = log.baskets.get(id);
		log.baskets.delete(id);
		await expectOk(request, "filling the basket");
		const previousItems = Array.isArray(previous) ? previous : [];
		const isUnchanged = ({ productId }: BasketItem) =>
			!items.some((item) => item.productId === productId);
		log.baskets.set(id, [...previousItems.filter(isUnchanged), ...items]);
	}
	async function fillByLine(shopper: TestAccount) {
		for (const { productId, quantity } of chooseItems()) {
			const request = shopper.fetch(
				`/basket/lines/${productId}`,
				createJsonInit({ quantity }, "PUT"),
			);
			await fillBasket(shopper, [{ productId, quantity }], request);
		}
	}
	async function fillByQuickOrder(shopper: TestAccount) {
		const items = chooseItems();
		const rows = items.map(({ quantity }, index) => `${tools[index]?.partNumber}\t${quantity}`);
		const body = new URLSearchParams({ lines: rows.join("\n"), intent: "add" });
		await fillBasket(shopper, items, shopper.fetch("/quick-order", { method: "POST", body }));
	}
	async function fillFromSavedList(shopper: TestAccount) {
		let listId = log.savedLists.get(shopper.id);
		if (!listId) {
			await fillByQuickOrder(shopper);
			const name = crypto.randomUUID();
			const saved = await expectOk(
				shopper.fetch("/lists", createJsonInit({ name })),
				"saving a list",
			);
			listId = v.parse(insertedSchema, await saved.json()).insertedId;
			log.savedLists.set(shopper.id, listId);
		}
		await fillBasket(shopper, [], shopper.fetch(`/lists/${listId}/basket`, { method: "POST" }));
	}

	/** Submits a page, which may have been submitted before. Returns the checkout's id. */
	async function submitPage(shopper: TestAccount, submitted: SubmittedBasket) {
		const response = await expectOk(submitCheckout(shopper, submitted.page), "the checkout");
		const checkoutId = getCheckoutId(response);
		if (!checkoutId)
			throw new Error(`the checkout redirected to ${response.headers.get("Location")}`);
		if (submitted.checkoutId && submitted.checkoutId !== checkoutId)
			throw new Error(
				`submitting one page twice placed the checkouts ${submitted.checkoutId} and ${checkoutId}`,
			);
		submitted.checkoutId = checkoutId;
		return checkoutId;
	}
	async function openPage(shopper: TestAccount): Promise<SubmittedBasket> {
		const page = await openCheckout(shopper);
		const submitted = { userId: shopper.id, page, checkoutId: null };
		log.submittedBaskets.set(page.key, submitted);
		log.baskets.set(shopper.id, submitted);
		return submitted;
	}
	async function placeCheckout(shopper: TestAccount, fillBy: CheckoutScenario) {
		await fillBy(shopper);
		return submitPage(shopper, await openPage(shopper));
	}

	async function readCheckout(shopper: TestAccount, checkoutId: string) {
		const response = await expectOk(shopper.fetch(`/checkouts/${checkoutId}`), "the checkout");
		const { total, orders } = v.parse(checkoutSchema, await response.json());
		const orderIds = orders.map(({ _id }) => _id);
		const [firstOrderId, secondOrderId] = orderIds;
		if (!firstOrderId || !secondOrderId) throw new Error("the checkout has fewer than two orders");
		return { checkoutId, total, orderIds, firstOrderId, secondOrderId };
	}
	type CheckoutDetails = Awaited<ReturnType<typeof readCheckout>>;

	const requestIntent = (shopper: TestAccount, { checkoutId, total }: CheckoutDetails) =>
		shopper.fetch(`/checkouts/${checkoutId}/payment-intent`, createJsonInit({ price: total }));

	async function recordStartedPayment(checkout: CheckoutDetails, response: Response) {
		const secret = v.parse(secretSchema, await response.json()).clientSecret;
		const intentId = getIntentId(secret);
		log.startedPayments.add(intentId);
		return { ...checkout, secret, intentId };
	}
	async function startPayment(shopper: TestAccount, checkoutId: string) {
		const checkout = await readCheckout(shopper, checkoutId);
		const response = await expectOk(requestIntent(shopper, checkout), "starting the payment");
		return recordStartedPayment(checkout, response);
	}
	type StartedPayment = Awaited<ReturnType<typeof startPayment>>;

	async function charge({ secret, intentId }: StartedPayment) {
		const { ok } = await stripe.chargeCard(secret);
		if (ok) log.chargedPayments.add(intentId);
		return ok;
	}
	const requestConfirmation = (shopper: TestAccount, { checkoutId, intentId }: StartedPayment) =>
		shopper.fetch(`/checkouts/${checkoutId}`, createJsonInit({ transactionID: intentId }, "PATCH"));

	async function confirm(shopper: TestAccount, started: StartedPayment) {
		await expectOk(requestConfirmation(shopper, started), "the payment");
		for (const orderId of started.orderIds) log.paidOrders.set(orderId, started.intentId);
	}
	async function pay(shopper: TestAccount, checkoutId: string): Promise<StartedPayment> {
		const started = await startPayment(shopper, checkoutId);
		if (!(await charge(started))) throw new Error("the charge was rejected");
		await confirm(shopper, started);
		return started;
	}
	async function cancel(shopper: TestAccount, orderId: string) {
		log.cancelRequests.add(orderId);
		const { ok } = await cancelOrder(shopper, orderId);
		if (ok) log.canceledOrders.add(orderId);
		return ok;
	}
	async function refund(requested: RequestedRefund) {
		const body = createJsonInit({ reason: "requested", restock: true });
		const headers = { ...body.headers, "Idempotency-Key": requested.key };
		const path = `/orders/${requested.orderId}/refunds`;
		await expectOk(admin.fetch(path, { ...body, headers }), "the refund");
		requested.isConfirmed = true;
	}

	const scenarios: CheckoutScenario[] = [
		async function paysForSeveralTools(shopper) {
			await pay(shopper, await placeCheckout(shopper, fillByLine));
		},
		async function cancelsOneOfSeveralAndPaysForTheOthers(shopper) {
			const checkoutId = await placeCheckout(shopper, fillByQuickOrder);
			const { firstOrderId } = await startPayment(shopper, checkoutId);
			if (!(await cancel(shopper, firstOrderId))) throw new Error("the cancellation was rejected");
			await pay(shopper, checkoutId);
		},
		async function cancelsOneInAnotherTabWhilePaying(shopper) {
			const checkout = await readCheckout(shopper, await placeCheckout(shopper, fillByQuickOrder));
			const cancelLater = async () => {
				await setTimeout(randomInt(maxPauseMs));
				return cancel(shopper, checkout.firstOrderId);
			};
			const [response] = await Promise.all([requestIntent(shopper, checkout), cancelLater()]);
			// The total may have changed before the payment was started, or the cancellation may have ended the payment.
			if (!response.ok) return;
			const started = await recordStartedPayment(checkout, response);
			const [isCharged] = await Promise.all([
				charge(started),
				cancel(shopper, started.secondOrderId),
			]);
			if (!isCharged) return;
			await expectOk(requestConfirmation(shopper, started), "the payment of the others");
			log.ordersByCheckoutIntent.set(started.intentId, started.orderIds);
		},
		async function getsOneOfSeveralRefunded(shopper) {
			const { firstOrderId } = await pay(shopper, await placeCheckout(shopper, fillFromSavedList));
			const requested = { orderId: firstOrderId, key: crypto.randomUUID(), isConfirmed: false };
			log.refunds.push(requested);
			await refund(requested);
		},
		async function closesTheBrowserAfterPayingForSeveral(shopper) {
			const started = await startPayment(shopper, await placeCheckout(shopper, fillFromSavedList));
			await stripe.overrideBehavior(started.firstOrderId, { webhooks: "drop" });
			if (!(await charge(started))) throw new Error("the charge was rejected");
		},
		async function ordersInTwoTabs(shopper) {
			await fillByQuickOrder(shopper);
			const submitted = await openPage(shopper);
			const [firstId, secondId] = await Promise.all(
				[0, 1].map(() => submitPage(shopper, submitted)),
			);
			if (firstId !== secondId) throw new Error("two tabs placed two checkouts");
		},
	];
	return {
		scenarios,
		/** Submits again the page whose response was lost, and pays. */
		async submitAgain(shopper: TestAccount) {
			const last = log.baskets.get(shopper.id);
			if (!last || Array.isArray(last) || last.checkoutId) return;
			await pay(shopper, await submitPage(shopper, last));
		},
		/** Retries the refunds whose responses were lost. */
		async retryRefunds() {
			for (const requested of log.refunds) if (!requested.isConfirmed) await refund(requested);
		},
	};
}
