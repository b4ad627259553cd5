import Stripe from "stripe";
import * as v from "valibot";
import { orderAnswer } from "#contract/calls/orders.ts";
import { read } from "./answers.ts";
import { asJson, type Visitor } from "./visitor.ts";

/** An order of the walk. */
export type Bought = {
	order: string;
	tool: { id: string; name: string; img: string; pieces: number; dollars: number };
};

/** @returns the order as its shopper sees it */
export const readOrder = (shopper: Visitor, order: string) =>
	read(orderAnswer, shopper.fetch(`/specificorders/${order}`));

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
