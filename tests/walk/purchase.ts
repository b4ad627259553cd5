import Stripe from "stripe";
import * as v from "valibot";
import { orderResponse } from "#contract/calls/orders.ts";
import { productResponse } from "#contract/calls/products.ts";
import { Unchecked } from "./steps.ts";
import { asJson, createVisitor, read, type Visitor } from "./visitor.ts";

/** An order of the walk. */
export type Bought = {
	order: string;
	tool: { id: string; name: string; img: string; pieces: number; dollars: number };
};

/** The least that Stripe takes, in dollars: https://docs.stripe.com/currencies#minimum-and-maximum-charge-amounts */
const leastDollars = 0.5;

/** @returns the tool whose smallest order costs least @throws Unchecked where none can be ordered */
async function findTool(origin: string): Promise<Bought["tool"]> {
	const tools = await read(v.array(productResponse), createVisitor(origin).fetch("/products"));
	const [tool] = tools
		.filter(
			({ quantity, minimum, price }) => quantity >= minimum && price * minimum >= leastDollars,
		)
		.sort((one, other) => one.price * one.minimum - other.price * other.minimum);
	if (!tool) throw new Unchecked("the shop has no tool in stock");
	const { _id: id, name, img, minimum: pieces, price } = tool;
	return { id, name, img, pieces, dollars: Math.round(price * 100 * pieces) / 100 };
}

export const insertedSchema = v.object({ insertedId: v.string() });

/** Orders as few pieces as possible of the cheapest tool. @throws Unchecked where none can be ordered */
export async function order(origin: string, shopper: Visitor, email: string): Promise<Bought> {
	const tool = await findTool(origin);
	const form = {
		toolId: tool.id,
		email,
		quantity: tool.pieces,
		location: "Smoke test",
		phone: "1",
	};
	const { insertedId } = await read(insertedSchema, shopper.fetch("/orders", asJson(form)));
	return { tool, order: insertedId };
}

/** @returns the order as its shopper sees it */
export const readOrder = (shopper: Visitor, order: string) =>
	read(orderResponse, shopper.fetch(`/specificorders/${order}`));

/** What the card form does: begins the payment, or takes up the one that was begun. @returns its id at Stripe */
async function beginPayment(shopper: Visitor, { order, tool }: Bought): Promise<string> {
	const asked = asJson({ price: tool.dollars, order });
	const answering = shopper.fetch("/create-payment-intent", asked);
	const { clientSecret } = await read(v.object({ clientSecret: v.string() }), answering);
	const [intent = ""] = clientSecret.split("_secret_");
	return intent;
}

const confirm = (stripe: Stripe, intent: string, card: string) =>
	stripe.paymentIntents.confirm(intent, {
		payment_method: card,
		return_url: "https://example.com",
	});

/** Pays with a card that the bank declines. @throws Error where it is not declined, or the order counts as paid */
export async function payDeclined(stripe: Stripe, shopper: Visitor, bought: Bought): Promise<void> {
	const intent = await beginPayment(shopper, bought);
	const outcome = await confirm(stripe, intent, "pm_card_visa_chargeDeclined").then(
		({ status }) => status,
		(error: unknown) => {
			if (error instanceof Stripe.errors.StripeCardError) return error.code;
			throw error;
		},
	);
	if (outcome !== "card_declined") throw new Error(`Stripe says ${outcome} of ${intent}`);
	const { paid } = await readOrder(shopper, bought.order);
	if (paid) throw new Error("the order counts as paid");
}

/** Pays with a card that the bank accepts. @returns the payment's id at Stripe */
export async function pay(stripe: Stripe, shopper: Visitor, bought: Bought): Promise<string> {
	const intent = await beginPayment(shopper, bought);
	const { status, amount_received } = await confirm(stripe, intent, "pm_card_visa");
	if (status !== "succeeded") throw new Error(`Stripe says ${status} of ${intent}`);
	if (amount_received !== Math.round(bought.tool.dollars * 100)) {
		throw new Error(`Stripe took ${amount_received} cents, the order is $${bought.tool.dollars}`);
	}
	return intent;
}
