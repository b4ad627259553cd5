import Stripe from "stripe";
import * as v from "valibot";
import { orderResponse } from "#contract/calls/orders.ts";
import { productResponse } from "#contract/calls/products.ts";
import { UncheckedError } from "./steps.ts";
import { createJsonInit, createVisitor, readJson, type Visitor } from "./visitor.ts";

export type PlacedOrder = {
	id: string;
	product: { id: string; name: string; img: string };
	quantity: number;
	totalDollars: number;
};

/** Stripe's minimum charge: https://docs.stripe.com/currencies#minimum-and-maximum-charge-amounts */
const minChargeDollars = 0.5;

/**
 * @returns the product whose minimum order is the cheapest
 * @throws UncheckedError if none can be ordered
 */
async function findCheapestProduct(origin: string) {
	const products = await readJson(
		v.array(productResponse),
		createVisitor(origin).fetch("/products"),
	);
	const [product] = products
		.filter(
			({ quantity, minimum, price }) => quantity >= minimum && price * minimum >= minChargeDollars,
		)
		.sort((a, b) => a.price * a.minimum - b.price * b.minimum);
	if (!product) throw new UncheckedError("the shop has no tool in stock");
	return product;
}

export const insertedSchema = v.object({ insertedId: v.string() });

/**
 * Places the cheapest possible order.
 * @throws UncheckedError if nothing can be ordered
 */
export async function placeOrder(
	origin: string,
	shopper: Visitor,
	email: string,
): Promise<PlacedOrder> {
	const { _id: productId, name, img, minimum: quantity, price } = await findCheapestProduct(origin);
	const body = { toolId: productId, email, quantity, location: "Smoke test", phone: "1" };
	const { insertedId } = await readJson(
		insertedSchema,
		shopper.fetch("/orders", createJsonInit(body)),
	);
	return {
		id: insertedId,
		product: { id: productId, name, img },
		quantity,
		totalDollars: Math.round(price * 100 * quantity) / 100,
	};
}

/** Reads the order as the customer who placed it. */
export const readOrder = (shopper: Visitor, orderId: string) =>
	readJson(orderResponse, shopper.fetch(`/specificorders/${orderId}`));

/**
 * Starts the payment as the card form does, or continues a started payment.
 * @returns the id of the payment intent
 */
async function startPayment(shopper: Visitor, order: PlacedOrder): Promise<string> {
	const body = createJsonInit({ price: order.totalDollars, order: order.id });
	const pending = shopper.fetch("/create-payment-intent", body);
	const { clientSecret } = await readJson(v.object({ clientSecret: v.string() }), pending);
	const [intentId = ""] = clientSecret.split("_secret_");
	return intentId;
}

const confirmIntent = (stripe: Stripe, intentId: string, card: string) =>
	stripe.paymentIntents.confirm(intentId, {
		payment_method: card,
		return_url: "https://example.com",
	});

/**
 * Pays with a card that is declined.
 * @throws Error if the card is not declined, or if the order is paid anyway
 */
export async function payWithDeclinedCard(
	stripe: Stripe,
	shopper: Visitor,
	order: PlacedOrder,
): Promise<void> {
	const intentId = await startPayment(shopper, order);
	const outcome = await confirmIntent(stripe, intentId, "pm_card_visa_chargeDeclined").then(
		({ status }) => status,
		(error: unknown) => {
			if (error instanceof Stripe.errors.StripeCardError) return error.code;
			throw error;
		},
	);
	if (outcome !== "card_declined") throw new Error(`${intentId} is ${outcome}, not declined`);
	const { paid } = await readOrder(shopper, order.id);
	if (paid) throw new Error("the order is paid");
}

/**
 * Pays with a card that succeeds.
 * @returns the id of the payment intent
 */
export async function pay(stripe: Stripe, shopper: Visitor, order: PlacedOrder): Promise<string> {
	const intentId = await startPayment(shopper, order);
	const { status, amount_received } = await confirmIntent(stripe, intentId, "pm_card_visa");
	if (status !== "succeeded") throw new Error(`${intentId} is ${status}, not succeeded`);
	if (amount_received !== Math.round(order.totalDollars * 100)) {
		throw new Error(
			`Stripe charged ${amount_received} cents, but the order costs $${order.totalDollars}`,
		);
	}
	return intentId;
}
