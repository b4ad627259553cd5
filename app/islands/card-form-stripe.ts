import type { Stripe, StripeCardElement, StripeElementStyle } from "@stripe/stripe-js";
import { loadStripe } from "@stripe/stripe-js/pure";
import type { CardFormSettings } from "#worker/shop/payments/settings.ts";

let doubleLoading: Promise<void> | null = null;

/** The sandbox's own Stripe.js sets `window.Stripe`, which `loadStripe` then takes. */
function loadDouble(src: string): Promise<void> {
	doubleLoading ??= new Promise((resolve, reject) => {
		const script = document.createElement("script");
		script.src = src;
		script.onload = () => resolve();
		script.onerror = () => {
			script.remove();
			doubleLoading = null;
			reject(new Error("Stripe.js did not load"));
		};
		document.head.appendChild(script);
	});
	return doubleLoading;
}

/**
 * Loads Stripe.js, once a document.
 * @throws Error when it can not be loaded; a later call tries again
 */
export async function openStripe({ publishableKey, script }: CardFormSettings): Promise<Stripe> {
	if (script) await loadDouble(script);
	const stripe = await loadStripe(publishableKey, { locale: "en" });
	if (!stripe) throw new Error("Stripe.js did not load");
	return stripe;
}

/** Stripe's frame does not inherit: it is told the colours and the type of where it stands. */
function styleOf(holder: Element): StripeElementStyle {
	const style = getComputedStyle(holder);
	const { color, fontFamily, fontSize } = style;
	const token = (name: string) => style.getPropertyValue(name).trim();
	return {
		base: {
			color,
			iconColor: color,
			fontFamily,
			fontSize,
			"::placeholder": { color: token("--tone-muted") },
		},
		invalid: { color: token("--color-error"), iconColor: token("--color-error") },
	};
}

/**
 * Puts the card fields into `holder`, in the colours of the theme, and keeps them so when the theme changes.
 * @returns the card, and what takes it away
 */
export function mountCard(stripe: Stripe, holder: HTMLElement) {
	const card: StripeCardElement = stripe.elements().create("card", {
		style: styleOf(holder),
		disableLink: true,
	});
	const dark = matchMedia("(prefers-color-scheme: dark)");
	const restyle = () => card.update({ style: styleOf(holder) });
	dark.addEventListener("change", restyle);
	card.mount(holder);
	const unmount = () => {
		dark.removeEventListener("change", restyle);
		card.destroy();
	};
	return { card, unmount };
}
