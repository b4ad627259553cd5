import type { PaymentIntentResult, Stripe, StripeCardElement } from "@stripe/stripe-js";
import * as v from "valibot";
import { errors } from "#contract/errors.ts";
import { payment } from "#contract/messages.ts";
import { dollarsFromCents } from "#contract/money.ts";
import type { CardFormSettings } from "#worker/shop/payments/start.ts";
import { loadFonts, mountCard, openStripe, StripeBlocked } from "./card-form-stripe.ts";

/** The shop has answered, and refuses. */
class CallRefused extends Error {
	readonly status: number;

	constructor(status: number, message: string) {
		super(message);
		this.status = status;
	}
}

const refusalSchema = v.object({ message: v.string() });
const secretSchema = v.object({ clientSecret: v.string() });

/** @throws CallRefused; TypeError when the shop cannot be reached */
async function call(path: string, body: object, init: RequestInit) {
	const response = await fetch(path, {
		...init,
		headers: { "Content-Type": "application/json" },
		body: JSON.stringify(body),
	});
	const answer: unknown = await response.json().catch(() => null);
	if (response.ok) return answer;
	const { success, output } = v.safeParse(refusalSchema, answer);
	throw new CallRefused(response.status, success ? output.message : errors.internal_error.message);
}

/** @returns whether trying again would give the same answer */
const isFinal = (error: unknown) =>
	error instanceof CallRefused && error.status < 500 && error.status !== 429;

export const pause = (ms: number, signal: AbortSignal) =>
	new Promise<void>((resolve) => {
		const end = () => {
			clearTimeout(timer);
			signal.removeEventListener("abort", end);
			resolve();
		};
		const timer = setTimeout(end, signal.aborted ? 0 : ms);
		signal.addEventListener("abort", end, { once: true });
	});

/**
 * Tells the shop that the card was charged, until the shop has heard it. Should the page close before, Stripe's webhook does.
 * @throws CallRefused when the shop's answer is final
 */
async function confirmOrder(order: string, transactionID: string, signal: AbortSignal) {
	const path = `/orders/${encodeURIComponent(order)}`;
	for (let delay = 1_000; !signal.aborted; delay = Math.min(2 * delay, 30_000)) {
		try {
			return await call(path, { order, transactionID }, { method: "PATCH", keepalive: true });
		} catch (error) {
			if (isFinal(error)) throw error;
			await pause(delay, signal);
		}
	}
}

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

type OpenForm = { stripe: Stripe; card: StripeCardElement; secret: string };

const refused = (message: string = errors.payment_unavailable.message): Outcome => ({
	kind: "refused",
	message,
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

const lookUp = async ({ stripe, secret }: OpenForm) =>
	outcomeOf(await stripe.retrievePaymentIntent(secret));

/** Stripe asks for 3-D Secure by itself where the bank wants it. */
async function charge({ stripe, card, secret }: OpenForm, { name, email }: Payable) {
	const method = await stripe.createPaymentMethod({
		type: "card",
		card,
		billing_details: { name, email },
	});
	if (method.error) return refused(method.error.message);
	const paid = { payment_method: method.paymentMethod.id };
	return outcomeOf(await stripe.confirmCardPayment(secret, paid));
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

/** What the card form shows. `problem` is the provider's message, `message` ours. */
export type Phase =
	| { name: "opening" | "paying" | "processing" | "undecided" | "returned" }
	| { name: "closed"; message: string }
	| { name: "ready"; problem?: string | undefined }
	| { name: "charged"; transactionID: string };

export type Payable = { id: string; name: string; email: string; totalCents: number };

type PaymentOptions = {
	order: Payable;
	settings: CardFormSettings;
	holder: HTMLElement;
	show: (phase: Phase) => void;
	onPaid: () => void;
	onChanged: () => void;
};

/**
 * Runs one payment, from opening the form to the shop's confirmation.
 * @returns `pay` for the button, `close` for when the form goes away
 */
export function openPayment({ order, settings, holder, show, onPaid, onChanged }: PaymentOptions) {
	const life = new AbortController();
	const { signal } = life;
	let form: OpenForm | null = null;
	let phase: Phase = { name: "opening" };

	const setPhase = (next: Phase) => {
		phase = next;
		if (!signal.aborted) show(next);
	};

	async function tellShop(transactionID: string) {
		setPhase({ name: "charged", transactionID });
		try {
			await confirmOrder(order.id, transactionID, signal);
			if (!signal.aborted) onPaid();
		} catch (error) {
			const isReturned = error instanceof CallRefused && [402, 404].includes(error.status);
			if (isReturned) setPhase({ name: "returned" });
		}
	}

	async function handleOutcome(outcome: Outcome, open: OpenForm): Promise<void> {
		switch (outcome.kind) {
			case "charged":
				return tellShop(outcome.transactionID);
			case "processing":
				setPhase({ name: "processing" });
				return handleOutcome(await awaitBank(() => lookUp(open), signal), open);
			case "undecided":
				return setPhase({ name: "undecided" });
			case "stale":
				setPhase({ name: "closed", message: payment.changed });
				return onChanged();
			case "refused":
				return setPhase({ name: "ready", problem: outcome.message });
			case "open":
				return setPhase({ name: "ready" });
		}
	}

	async function requestSecret() {
		// The shop compares the price that the page shows with the order's.
		const body = { price: dollarsFromCents(order.totalCents), order: order.id };
		const answer = await call("/create-payment-intent", body, { method: "POST", signal });
		return v.parse(secretSchema, answer).clientSecret;
	}

	async function open() {
		const [stripe, secret, fonts] = await Promise.all([
			openStripe(settings),
			requestSecret(),
			loadFonts(),
		]);
		if (signal.aborted) return;
		const { card, ready, unmount } = mountCard(stripe, holder, fonts);
		signal.addEventListener("abort", unmount, { once: true });
		card.on("change", ({ error }) => {
			if (phase.name === "ready") setPhase({ name: "ready", problem: error?.message });
		});
		await ready;
		form = { stripe, card, secret };
		await handleOutcome(await lookUp(form), form);
	}

	function fail(error: unknown) {
		const message =
			error instanceof CallRefused
				? error.message
				: error instanceof StripeBlocked
					? payment.blocked
					: errors.payment_unavailable.message;
		setPhase({ name: "closed", message });
		if (isFinal(error) && !signal.aborted) onChanged();
	}

	async function pay() {
		if (!form || phase.name !== "ready") return;
		setPhase({ name: "paying" });
		await handleOutcome(await charge(form, order), form);
	}

	open().catch(fail);
	return {
		pay: () => pay().catch(fail),
		close: () => life.abort(),
	};
}
