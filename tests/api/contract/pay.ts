import { eq } from "drizzle-orm";
import Stripe from "stripe";
import { orders } from "#worker/db/schema.ts";
import { asJson } from "../../support/shop.ts";
import type { Fixture } from "./fixture.ts";

const createStripe = ({ shop }: Fixture) =>
	new Stripe("sk_test_sandbox", {
		maxNetworkRetries: 0,
		httpClient: Stripe.createFetchHttpClient((input: RequestInfo | URL, init?: RequestInit) => {
			const { pathname, search } = new URL(input instanceof Request ? input.url : input);
			return shop.sandbox(`/__sandbox/stripe${pathname}${search}`, init);
		}),
	});

/** Charges a card for the fixture's order as the browser does. The shop is not told, neither by webhook. */
export async function chargeCard(fixture: Fixture): Promise<Fixture> {
	const { shop, order, accounts } = fixture;
	await shop.sandbox("/__sandbox/stripe/switches", {
		...asJson({ order: order.id, webhooks: "drop" }, "PUT"),
	});
	const price = (order.toolPriceCents * order.quantity) / 100;
	const response = await accounts.shopper.fetch(
		"/create-payment-intent",
		asJson({ price, order: order.id }),
	);
	const { clientSecret }: { clientSecret: string } = await response.json();
	const paymentId = clientSecret.replace(/_secret_.*$/, "");
	await createStripe(fixture).paymentIntents.confirm(paymentId, { payment_method: "pm_card_visa" });
	return { ...fixture, paymentId };
}

export async function markOrderPaid(fixture: Fixture): Promise<Fixture> {
	const { shop, order } = fixture;
	const paidAt = new Date();
	await shop.db
		.update(orders)
		.set({ paidAt, transactionId: `pi_${order.id}` })
		.where(eq(orders.id, order.id));
	return fixture;
}
