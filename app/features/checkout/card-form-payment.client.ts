import type {
	PaymentIntentResult,
	Stripe,
	StripeElements,
	StripeExpressCheckoutElement,
} from "@stripe/stripe-js";
import { payment_unavailable } from "#contract/error-table/payments.ts";
import { payment } from "#contract/messages.ts";
import type { CardFormSettings } from "#worker/shop/payments/start.ts";
import {
	ApiError,
	type CardPayment,
	delay,
	reportCharge,
	requestSecret,
	wouldFailAgain,
} from "./card-form-api.ts";
import {
	loadFonts,
	loadStripeJs,
	mountCard,
	mountWallets,
	StripeBlockedError,
} from "./card-form-stripe.ts";

/** `open`: not charged yet. `canceled`: the order has changed. `timedOut`: still processing when the page stopped polling. */
export type Outcome =
	| { kind: "charged"; transactionID: string }
	| { kind: "processing" }
	| { kind: "timedOut" }
	| { kind: "declined"; message: string }
	| { kind: "canceled" }
	| { kind: "open"; lastProblem: string | undefined };

type LoadedForm = { stripe: Stripe; card: StripeElements; secret: string };

const toDeclined = (message: string = payment_unavailable.message): Outcome => ({
	kind: "declined",
	message,
});

const toDeclinedUncharged = (message: string | undefined): Outcome =>
	toDeclined(message && `${message} ${payment.notCharged}`);

/** Prefers the intent's status to the error, because confirming a paid intent again returns an error. */
export function toOutcome({ paymentIntent, error }: PaymentIntentResult): Outcome {
	const intent = paymentIntent ?? error.payment_intent;
	if (intent?.status === "succeeded") return { kind: "charged", transactionID: intent.id };
	if (intent?.status === "processing") return { kind: "processing" };
	if (intent?.status === "canceled") return { kind: "canceled" };
	// After a network error there is no intent, and the card may have been charged.
	if (error && intent?.status === "requires_payment_method")
		return toDeclinedUncharged(error.message);
	if (error) return toDeclined(error.message);
	return { kind: "open", lastProblem: intent?.last_payment_error?.message };
}

const retrieveOutcome = async ({ stripe, secret }: LoadedForm) =>
	toOutcome(await stripe.retrievePaymentIntent(secret));

/** Returns this page's URL, to which a bank that needs the whole window returns the customer. */
const getReturnUrl = () => location.origin + location.pathname;

/** The customer accepts Link's terms in its window. Stripe infers the IP address and browser from the request. */
const linkMandate = {
	customer_acceptance: { type: "online", online: { infer_from_client: true } },
};

/**
 * Creates a payment method, then confirms the payment with it and the secret (specification.md §7).
 * @param elements - of the card fields, or of a wallet that the customer has approved
 */
async function charge(
	{ stripe, secret }: LoadedForm,
	elements: StripeElements,
	{ customer }: CardPayment,
): Promise<Outcome> {
	const { error: inputError } = await elements.submit();
	// Stripe's frame shows the errors next to its fields.
	if (inputError) return toDeclined(inputError.message);
	const params = customer ? { billing_details: customer } : {};
	const method = await stripe.createPaymentMethod({ elements, params });
	if (method.error) return toDeclined(method.error.message);
	const { id, type } = method.paymentMethod;
	return toOutcome(
		await stripe.confirmPayment({
			clientSecret: secret,
			confirmParams: {
				payment_method: id,
				return_url: getReturnUrl(),
				...(type === "link" && { mandate_data: linkMandate }),
			},
			redirect: "if_required",
		}),
	);
}

/**
 * Removes the payment's secret, which Stripe adds to the return URL.
 * @returns whether the customer has returned from a bank
 */
function removeReturnParameters(): boolean {
	const params = new URLSearchParams(location.search);
	if (!params.has("payment_intent_client_secret")) return false;
	history.replaceState(history.state, "", getReturnUrl());
	return true;
}

/** Five minutes in total. Stripe's webhook reports payments that settle later. */
const pollDelaysMs = [3_000, 3_000, 4_000, 5_000, 10_000, 15_000, ...Array(13).fill(20_000)];

/** @param poll - returns `declined` if its request to Stripe failed, and is then called again */
export async function pollUntilSettled(
	poll: () => Promise<Outcome>,
	signal: AbortSignal,
): Promise<Outcome> {
	for (const delayMs of pollDelaysMs) {
		await delay(delayMs, signal);
		if (signal.aborted) break;
		const outcome = await poll();
		if (outcome.kind === "open") return toDeclinedUncharged(outcome.lastProblem);
		if (outcome.kind !== "processing" && outcome.kind !== "declined") return outcome;
	}
	return { kind: "timedOut" };
}

/** State of the card form. `problem` is Stripe's message, `message` the shop's. */
export type Phase =
	| { name: "opening" | "paying" | "processing" | "timedOut" | "refunded" }
	| { name: "closed"; message: string }
	| { name: "ready"; problem?: string | undefined }
	| { name: "charged"; transactionID: string; isFinal: boolean };

type PaymentOptions = {
	order: CardPayment;
	settings: CardFormSettings;
	container: HTMLElement;
	walletContainer: HTMLElement;
	onWallets: () => void;
	onPhaseChange: (phase: Phase) => void;
	onPaid: () => Promise<void>;
	/** Called when Pay finds the payment canceled. */
	onCanceled: () => void;
	onOrderChanged: () => void;
};

export function startPayment(options: PaymentOptions) {
	const { order, settings, container, walletContainer } = options;
	const { onPhaseChange, onWallets, onPaid, onCanceled, onOrderChanged } = options;
	const lifetime = new AbortController();
	const { signal } = lifetime;
	let form: LoadedForm | null = null;
	let phase: Phase = { name: "opening" };

	const setPhase = (next: Phase) => {
		phase = next;
		if (!signal.aborted) onPhaseChange(next);
	};

	async function confirmCharge(transactionID: string) {
		const charged = { name: "charged", transactionID } as const;
		setPhase({ ...charged, isFinal: false });
		try {
			await reportCharge(order, transactionID, signal);
			if (!signal.aborted) await onPaid();
		} catch (error) {
			const isRefunded = error instanceof ApiError && [402, 404].includes(error.status);
			setPhase(isRefunded ? { name: "refunded" } : { ...charged, isFinal: true });
		}
	}

	async function handleOutcome(outcome: Outcome, loaded: LoadedForm): Promise<void> {
		switch (outcome.kind) {
			case "charged":
				return confirmCharge(outcome.transactionID);
			case "processing":
				setPhase({ name: "processing" });
				return handleOutcome(await pollUntilSettled(() => retrieveOutcome(loaded), signal), loaded);
			case "timedOut":
				return setPhase({ name: "timedOut" });
			case "canceled":
				setPhase({ name: "closed", message: payment.orderChanged });
				return onCanceled();
			case "declined":
				return setPhase({ name: "ready", problem: outcome.message });
			case "open":
				return setPhase({ name: "ready" });
		}
	}

	/** A wallet that is open counts as paying, so that Pay cannot charge a second time. */
	function watchWallets(wallet: StripeExpressCheckoutElement, elements: StripeElements) {
		wallet.on("click", ({ resolve, reject }) => {
			if (!form || phase.name !== "ready") return reject();
			setPhase({ name: "paying" });
			resolve();
		});
		wallet.on("cancel", () => {
			if (phase.name === "paying") setPhase({ name: "ready" });
		});
		wallet.on("confirm", ({ paymentFailed }) => {
			const confirm = async () => {
				if (!form) return;
				const outcome = await charge(form, elements, order);
				if (outcome.kind === "declined") paymentFailed();
				await handleOutcome(outcome, form);
			};
			confirm().catch(handleError);
		});
	}

	async function load() {
		const isFromBank = removeReturnParameters();
		const [stripe, secret, fonts] = await Promise.all([
			loadStripeJs(settings),
			requestSecret(order, signal),
			loadFonts(),
		]);
		if (signal.aborted) return;
		const sharedOptions = { fonts, amountCents: order.totalCents, signal };
		const card = mountCard(stripe, order, { ...sharedOptions, container });
		card.element.on("change", () => {
			if (phase.name === "ready" && phase.problem) setPhase({ name: "ready" });
		});
		const intentRequest = stripe.retrievePaymentIntent(secret);
		const offerWallets = async () => {
			const types = (await intentRequest).paymentIntent?.payment_method_types ?? [];
			if (signal.aborted) return false;
			const hasLink = types.includes("link");
			const wallets = mountWallets(stripe, hasLink, {
				...sharedOptions,
				container: walletContainer,
			});
			watchWallets(wallets.element, wallets.elements);
			return wallets.isAvailable;
		};
		const [intentResult, hasWallet] = await Promise.all([
			intentRequest,
			offerWallets(),
			card.ready,
		]);
		if (hasWallet && !signal.aborted) onWallets();
		form = { stripe, card: card.elements, secret };
		const outcome = toOutcome(intentResult);
		const problem = isFromBank && outcome.kind === "open" ? outcome.lastProblem : undefined;
		await handleOutcome(problem ? toDeclinedUncharged(problem) : outcome, form);
	}

	function handleError(error: unknown) {
		let message: string = payment_unavailable.message;
		if (error instanceof ApiError) message = error.message;
		if (error instanceof StripeBlockedError) message = payment.stripeBlocked;
		setPhase({ name: "closed", message });
		if (wouldFailAgain(error) && !signal.aborted) onOrderChanged();
	}

	async function pay() {
		if (!form || phase.name !== "ready") return;
		setPhase({ name: "paying" });
		await handleOutcome(await charge(form, form.card, order), form);
	}

	load().catch(handleError);
	return {
		pay: () => pay().catch(handleError),
		close: () => lifetime.abort(),
	};
}
