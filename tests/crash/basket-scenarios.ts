import { randomInt } from "node:crypto";
import { setTimeout } from "node:timers/promises";
import * as v from "valibot";
import type { BasketItem } from "#contract/basket.ts";
import type { products } from "#worker/db/schema.ts";
import type { TestAccount } from "../support/accounts.ts";
import { getCheckoutId, openCheckout, submitCheckout } from "../support/basket.ts";
import type { createCheckout } from "../support/checkout.ts";
import { createJsonInit } from "../support/shop.ts";
import { getIntentId } from "../support/stripe.ts";
import type { CheckoutScenario } from "./checkout-scenarios.ts";
import type { ConfirmedWrites, RequestedRefund, SubmittedBasket } from "./confirmed-writes.ts";

type Checkout = Pick<ReturnType<typeof createCheckout>, "stripe" | "cancelOrder">;
type Tool = Pick<typeof products.$inferSelect, "id" | "partNumber">;

/** The longest random pause before a cancellation, so that it overlaps with each part of starting a payment. */
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
			`${action} got the status ${response.status}: ${(await response.text()).slice(0, 200)}`,
		);
	return response;
}

/**
 * Creates scenarios of shoppers who fill a basket, order it, and pay for all orders together. They add each write to `confirmed` once
 * it gets a 2xx response, or the redirect of a form.
 * @param tools - at least three
 * @param admin - makes the refunds
 */
export function createBasketScenarios(
	{ stripe, cancelOrder }: Checkout,
	tools: readonly Tool[],
	admin: TestAccount,
	confirmed: ConfirmedWrites,
) {
	const chooseItems = (): BasketItem[] =>
		tools.map(({ id }) => ({ productId: id, quantity: randomInt(10, 60) }));

	/** @param items - must be in the basket once the request is confirmed */
	async function fill({ id }: TestAccount, items: BasketItem[], request: Promise<Response>) {
		const previous = confirmed.baskets.get(id);
		confirmed.baskets.delete(id);
		await expectOk(request, "filling the basket");
		const previousItems = Array.isArray(previous) ? previous : [];
		const isUnchanged = ({ productId }: BasketItem) =>
			!items.some((item) => item.productId === productId);
		confirmed.baskets.set(id, [...previousItems.filter(isUnchanged), ...items]);
	}
	async function fillByLine(shopper: TestAccount) {
		for (const { productId, quantity } of chooseItems()) {
			const request = shopper.fetch(
				`/basket/lines/${productId}`,
				createJsonInit({ quantity }, "PUT"),
			);
			await fill(shopper, [{ productId, quantity }], request);
		}
	}
	async function fillByQuickOrder(shopper: TestAccount) {
		const items = chooseItems();
		const rows = items.map(({ quantity }, index) => `${tools[index]?.partNumber}\t${quantity}`);
		const body = new URLSearchParams({ lines: rows.join("\n"), intent: "add" });
		await fill(shopper, items, shopper.fetch("/quick-order", { method: "POST", body }));
	}
	async function fillFromSavedList(shopper: TestAccount) {
		let list = confirmed.savedLists.get(shopper.id);
		if (!list) {
			await fillByQuickOrder(shopper);
			const name = crypto.randomUUID();
			const saved = await expectOk(
				shopper.fetch("/lists", createJsonInit({ name })),
				"saving a list",
			);
			list = v.parse(insertedSchema, await saved.json()).insertedId;
			confirmed.savedLists.set(shopper.id, list);
		}
		await fill(shopper, [], shopper.fetch(`/lists/${list}/basket`, { method: "POST" }));
	}

	/** Submits a page, even if it was submitted before. Returns the checkout's id. */
	async function submit(shopper: TestAccount, submitted: SubmittedBasket) {
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
		confirmed.submittedBaskets.set(page.key, submitted);
		confirmed.baskets.set(shopper.id, submitted);
		return submitted;
	}
	async function place(shopper: TestAccount, fillBasket: CheckoutScenario) {
		await fillBasket(shopper);
		return submit(shopper, await openPage(shopper));
	}

	async function read(shopper: TestAccount, checkoutId: string) {
		const response = await expectOk(shopper.fetch(`/checkouts/${checkoutId}`), "the checkout");
		const { total, orders } = v.parse(checkoutSchema, await response.json());
		const ids = orders.map(({ _id }) => _id);
		const [first, second] = ids;
		if (!first || !second) throw new Error("the checkout has fewer than two orders");
		return { checkoutId, total, orders: ids, first, second };
	}
	type CheckoutDetails = Awaited<ReturnType<typeof read>>;

	const requestIntent = (shopper: TestAccount, { checkoutId, total }: CheckoutDetails) =>
		shopper.fetch(`/checkouts/${checkoutId}/payment-intent`, createJsonInit({ price: total }));

	async function recordStarted(checkout: CheckoutDetails, response: Response) {
		const secret = v.parse(secretSchema, await response.json()).clientSecret;
		const intent = getIntentId(secret);
		confirmed.startedPayments.add(intent);
		return { ...checkout, secret, intent };
	}
	async function start(shopper: TestAccount, checkoutId: string) {
		const checkout = await read(shopper, checkoutId);
		const response = await expectOk(requestIntent(shopper, checkout), "starting the payment");
		return recordStarted(checkout, response);
	}
	type StartedPayment = Awaited<ReturnType<typeof start>>;

	async function charge({ secret, intent }: StartedPayment) {
		const { ok } = await stripe.chargeCard(secret);
		if (ok) confirmed.chargedPayments.add(intent);
		return ok;
	}
	const requestConfirmation = (shopper: TestAccount, { checkoutId, intent }: StartedPayment) =>
		shopper.fetch(`/checkouts/${checkoutId}`, createJsonInit({ transactionID: intent }, "PATCH"));

	async function confirm(shopper: TestAccount, started: StartedPayment) {
		await expectOk(requestConfirmation(shopper, started), "the payment");
		for (const order of started.orders) confirmed.paidOrders.set(order, started.intent);
	}
	async function pay(shopper: TestAccount, checkoutId: string): Promise<StartedPayment> {
		const started = await start(shopper, checkoutId);
		if (!(await charge(started))) throw new Error("the charge was rejected");
		await confirm(shopper, started);
		return started;
	}
	async function cancel(shopper: TestAccount, order: string) {
		confirmed.cancelRequests.add(order);
		const { ok } = await cancelOrder(shopper, order);
		if (ok) confirmed.canceledOrders.add(order);
		return ok;
	}
	async function refund(requested: RequestedRefund) {
		const body = createJsonInit({ reason: "requested", restock: true });
		const headers = { ...body.headers, "Idempotency-Key": requested.key };
		const path = `/orders/${requested.order}/refunds`;
		await expectOk(admin.fetch(path, { ...body, headers }), "the refund");
		requested.isConfirmed = true;
	}

	const scenarios: CheckoutScenario[] = [
		async function paysForSeveralTools(shopper) {
			await pay(shopper, await place(shopper, fillByLine));
		},
		async function cancelsOneOfSeveralAndPaysForTheOthers(shopper) {
			const checkoutId = await place(shopper, fillByQuickOrder);
			const { first } = await start(shopper, checkoutId);
			if (!(await cancel(shopper, first))) throw new Error("the cancellation was rejected");
			await pay(shopper, checkoutId);
		},
		async function cancelsOneInAnotherTabWhilePaying(shopper) {
			const checkout = await read(shopper, await place(shopper, fillByQuickOrder));
			const cancelLater = async () => {
				await setTimeout(randomInt(maxPauseMs));
				return cancel(shopper, checkout.first);
			};
			const [response] = await Promise.all([requestIntent(shopper, checkout), cancelLater()]);
			// The total may have changed before the payment was started, or the cancellation may have ended the payment.
			if (!response.ok) return;
			const started = await recordStarted(checkout, response);
			const [isCharged] = await Promise.all([charge(started), cancel(shopper, started.second)]);
			if (!isCharged) return;
			await expectOk(requestConfirmation(shopper, started), "the payment of the others");
			confirmed.paidTogether.set(started.intent, started.orders);
		},
		async function getsOneOfSeveralRefunded(shopper) {
			const { first } = await pay(shopper, await place(shopper, fillFromSavedList));
			const requested = { order: first, key: crypto.randomUUID(), isConfirmed: false };
			confirmed.refunds.push(requested);
			await refund(requested);
		},
		async function closesTheBrowserAfterPayingForSeveral(shopper) {
			const started = await start(shopper, await place(shopper, fillFromSavedList));
			await stripe.overrideBehavior(started.first, { webhooks: "drop" });
			if (!(await charge(started))) throw new Error("the charge was rejected");
		},
		async function ordersInTwoTabs(shopper) {
			await fillByQuickOrder(shopper);
			const submitted = await openPage(shopper);
			const [one, other] = await Promise.all([0, 1].map(() => submit(shopper, submitted)));
			if (one !== other) throw new Error("two tabs placed two checkouts");
		},
	];
	return {
		scenarios,
		/** Resubmits the page whose response was lost, and pays. */
		async submitAgain(shopper: TestAccount) {
			const last = confirmed.baskets.get(shopper.id);
			if (!last || Array.isArray(last) || last.checkoutId) return;
			await pay(shopper, await submit(shopper, last));
		},
		/** Retries the refunds whose response was lost. */
		async retryRefunds() {
			for (const requested of confirmed.refunds)
				if (!requested.isConfirmed) await refund(requested);
		},
	};
}
