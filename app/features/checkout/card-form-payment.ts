import { errors } from "#contract/errors.ts";
import { payment } from "#contract/messages.ts";
import type { CardFormSettings } from "#worker/shop/payments/start.ts";
import { CallRefused, confirmOrder, isFinal, requestSecret } from "./card-form-calls.ts";
import { awaitBank, charge, lookUp, type OpenForm, type Outcome } from "./card-form-charge.ts";
import { loadFonts, mountCard, openStripe, StripeBlocked } from "./card-form-stripe.ts";

/** What the card form shows. `problem` is the provider's message, `message` ours. */
export type Phase =
	| { name: "opening" }
	| { name: "closed"; message: string }
	| { name: "ready"; problem: string | undefined }
	| { name: "paying" }
	| { name: "processing" }
	| { name: "undecided" }
	| { name: "charged"; transactionID: string }
	| { name: "returned" };

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
		if (outcome.kind === "charged") return tellShop(outcome.transactionID);
		if (outcome.kind === "processing") {
			setPhase({ name: "processing" });
			return handleOutcome(await awaitBank(() => lookUp(open), signal), open);
		}
		if (outcome.kind === "undecided") return setPhase({ name: "undecided" });
		if (outcome.kind === "stale") {
			setPhase({ name: "closed", message: payment.changed });
			return onChanged();
		}
		setPhase({ name: "ready", problem: outcome.kind === "refused" ? outcome.message : undefined });
	}

	async function openForm(): Promise<OpenForm | null> {
		const [stripe, secret, fonts] = await Promise.all([
			openStripe(settings),
			requestSecret(order.id, order.totalCents, signal),
			loadFonts(),
		]);
		if (signal.aborted) return null;
		const { card, ready, unmount } = mountCard(stripe, holder, fonts);
		signal.addEventListener("abort", unmount, { once: true });
		card.on("change", ({ error }) => {
			if (phase.name === "ready") setPhase({ name: "ready", problem: error?.message });
		});
		await ready;
		return { stripe, card, secret };
	}

	async function open() {
		form = await openForm();
		if (form) await handleOutcome(await lookUp(form), form);
	}

	function problemOf(error: unknown): string {
		if (error instanceof CallRefused) return error.message;
		return error instanceof StripeBlocked ? payment.blocked : errors.payment_unavailable.message;
	}

	function fail(error: unknown) {
		setPhase({ name: "closed", message: problemOf(error) });
		if (isFinal(error) && !signal.aborted) onChanged();
	}

	async function pay() {
		if (!form || phase.name !== "ready") return;
		setPhase({ name: "paying" });
		const { name, email } = order;
		await handleOutcome(await charge(form, { name, email }), form);
	}

	open().catch(fail);
	return {
		pay: () => pay().catch(fail),
		close: () => life.abort(),
	};
}
