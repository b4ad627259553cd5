import type { PaymentIntentResult, Stripe, StripeCardElement } from "@stripe/stripe-js";
import { errors } from "#contract/errors.ts";
import { pause } from "./card-form-calls.ts";

/**
 * `open`: nothing is charged yet. `stale`: this payment was cancelled, the order must have changed. `undecided`: the
 * bank had not decided when the page stopped asking.
 */
export type Outcome =
	| { kind: "charged"; transactionID: string }
	| { kind: "processing" }
	| { kind: "undecided" }
	| { kind: "refused"; message: string }
	| { kind: "stale" }
	| { kind: "open"; lastProblem: string | undefined };

export type OpenForm = { stripe: Stripe; card: StripeCardElement; secret: string };
export type Billing = { name: string; email: string };

const refused = (message: string | undefined): Outcome => ({
	kind: "refused",
	message: message ?? errors.payment_unavailable.message,
});

/** Trusts the intent's status even when Stripe.js returns an error: confirming a paid intent again is one. */
function outcomeOf({ paymentIntent, error }: PaymentIntentResult): Outcome {
	const intent = paymentIntent ?? error.payment_intent;
	if (intent?.status === "succeeded") return { kind: "charged", transactionID: intent.id };
	if (intent?.status === "processing") return { kind: "processing" };
	if (intent?.status === "canceled") return { kind: "stale" };
	if (error) return refused(error.message);
	return { kind: "open", lastProblem: intent?.last_payment_error?.message };
}

export const lookUp = async ({ stripe, secret }: Pick<OpenForm, "stripe" | "secret">) =>
	outcomeOf(await stripe.retrievePaymentIntent(secret));

/** Stripe asks for 3-D Secure by itself where the bank wants it. */
export async function charge({ stripe, card, secret }: OpenForm, billing: Billing) {
	const method = await stripe.createPaymentMethod({
		type: "card",
		card,
		billing_details: billing,
	});
	if (method.error) return refused(method.error.message);
	const payment = { payment_method: method.paymentMethod.id };
	return outcomeOf(await stripe.confirmCardPayment(secret, payment));
}

/** Milliseconds before each look at a payment that a bank has not decided on: five minutes in all. */
const bankDelays = [3_000, 3_000, 4_000, 5_000, 10_000, 15_000, ...Array(13).fill(20_000)];

/** Asks ever more rarely, and not for ever: the webhook tells the shop as well. @param look `refused` counts as a failed look */
export async function awaitBank(
	look: () => Promise<Outcome>,
	signal: AbortSignal,
): Promise<Outcome> {
	for (const delay of bankDelays) {
		await pause(delay, signal);
		if (signal.aborted) break;
		const outcome = await look();
		if (outcome.kind === "open") return refused(outcome.lastProblem);
		if (outcome.kind !== "processing" && outcome.kind !== "refused") return outcome;
	}
	return { kind: "undecided" };
}
