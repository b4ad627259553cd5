import { errors } from "#contract/errors.ts";
import { payment } from "#contract/messages.ts";
import type { CardFormSettings } from "#worker/shop/payments/settings.ts";
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

type Desk = {
	order: Payable;
	settings: CardFormSettings;
	/** Where the card fields go. */
	holder: HTMLElement;
	show: (phase: Phase) => void;
	/** The shop has the payment. */
	onPaid: () => void;
	/** The order is no longer what the page shows. */
	onChanged: () => void;
};

/**
 * Runs one payment, from opening the form to the shop's confirmation.
 * @returns `pay` for the button, `close` for when the form goes away
 */
export function openPayment({ order, settings, holder, show, onPaid, onChanged }: Desk) {
	const life = new AbortController();
	const { signal } = life;
	let form: OpenForm | null = null;
	let phase: Phase = { name: "opening" };

	const tell = (next: Phase) => {
		phase = next;
		if (!signal.aborted) show(next);
	};

	async function tellShop(transactionID: string) {
		tell({ name: "charged", transactionID });
		try {
			await confirmOrder(order.id, transactionID, signal);
			if (!signal.aborted) onPaid();
		} catch (error) {
			const isReturned = error instanceof CallRefused && [402, 404].includes(error.status);
			if (isReturned) tell({ name: "returned" });
		}
	}

	async function follow(outcome: Outcome, open: OpenForm): Promise<void> {
		if (outcome.kind === "charged") return tellShop(outcome.transactionID);
		if (outcome.kind === "processing") {
			tell({ name: "processing" });
			return follow(await awaitBank(() => lookUp(open), signal), open);
		}
		if (outcome.kind === "undecided") return tell({ name: "undecided" });
		if (outcome.kind === "stale") {
			tell({ name: "closed", message: payment.changed });
			return onChanged();
		}
		tell({ name: "ready", problem: outcome.kind === "refused" ? outcome.message : undefined });
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
			if (phase.name === "ready") tell({ name: "ready", problem: error?.message });
		});
		await ready;
		return { stripe, card, secret };
	}

	async function open() {
		form = await openForm();
		if (form) await follow(await lookUp(form), form);
	}

	/** @returns what to tell of a form that did not open, or a payment that did not go through */
	function problemOf(error: unknown): string {
		if (error instanceof CallRefused) return error.message;
		return error instanceof StripeBlocked ? payment.blocked : errors.payment_unavailable.message;
	}

	function giveUp(error: unknown) {
		tell({ name: "closed", message: problemOf(error) });
		if (isFinal(error) && !signal.aborted) onChanged();
	}

	async function pay() {
		if (!form || phase.name !== "ready") return;
		tell({ name: "paying" });
		const { name, email } = order;
		await follow(await charge(form, { name, email }), form);
	}

	open().catch(giveUp);
	return {
		pay: () => pay().catch(giveUp),
		close: () => life.abort(),
	};
}
