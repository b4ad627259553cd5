import { eq } from "drizzle-orm";
import { orders } from "#worker/db/schema.ts";
import { createJsonInit } from "../../support/shop.ts";
import { createTestStripe, getIntentId } from "../../support/stripe.ts";
import type { Fixture } from "./fixture.ts";

/** Charges a card for the fixture's order. The shop does not learn of the charge, because its webhook is dropped. */
export async function chargeCard(fixture: Fixture): Promise<Fixture> {
	const { shop, order, accounts } = fixture;
	const stripe = createTestStripe(shop);
	await stripe.overrideBehavior(order.id, { webhooks: "drop" });
	const price = (order.toolPriceCents * order.quantity) / 100;
	const response = await accounts.shopper.fetch(
		"/create-payment-intent",
		createJsonInit({ price, order: order.id }),
	);
	const { clientSecret }: { clientSecret: string } = await response.json();
	await stripe.chargeCard(clientSecret);
	return { ...fixture, paymentId: getIntentId(clientSecret) };
}

/** Pays for the fixture's order by card. */
export async function payOrder(fixture: Fixture): Promise<Fixture> {
	const chargedFixture = await chargeCard(fixture);
	const { order, accounts, paymentId } = chargedFixture;
	await accounts.shopper.fetch(
		`/orders/${order.id}`,
		createJsonInit({ transactionID: paymentId }, "PATCH"),
	);
	return chargedFixture;
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

export async function markOrderShipped(fixture: Fixture): Promise<Fixture> {
	await markOrderPaid(fixture);
	const { shop, order } = fixture;
	await shop.db.update(orders).set({ shippedAt: new Date() }).where(eq(orders.id, order.id));
	return fixture;
}
