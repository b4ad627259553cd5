import type {
	CustomFontSource,
	Stripe,
	StripeCardElement,
	StripeElementStyle,
} from "@stripe/stripe-js";
import { loadStripe } from "@stripe/stripe-js/pure";
import { sandboxOrigin } from "#app/document/sandbox-origin.ts";
import font from "#app/fonts/archivo-core.woff2?url";
import { inTime } from "#app/lib/lazy.ts";
import type { CardFormSettings } from "#worker/shop/payments/start.ts";

const asDataUrl = (blob: Blob) =>
	new Promise<string>((resolve, reject) => {
		const reader = new FileReader();
		reader.onload = () => resolve(String(reader.result));
		reader.onerror = () => reject(reader.error);
		reader.readAsDataURL(blob);
	});

/**
 * The shop's typeface for Stripe's frame, which takes fonts from `https:` and `data:` addresses alone.
 * @returns no font when it cannot be had: the fields are shown in another one
 */
export async function loadFonts(): Promise<CustomFontSource[]> {
	try {
		const response = await fetch(font, { signal: AbortSignal.timeout(3_000) });
		if (!response.ok) return [];
		const bytes = await response.arrayBuffer();
		const src = `url(${await asDataUrl(new Blob([bytes], { type: "font/woff2" }))})`;
		return [{ family: "Archivo", src, weight: "400" }];
	} catch {
		return [];
	}
}

/** Stripe.js, or the frame of its card fields, did not come: a content blocker, the network, or Stripe itself. */
export class StripeBlocked extends Error {}

/** Milliseconds that Stripe.js, and then its card fields, may take. */
const loadingLimit = 20_000;

const orBlocked = <Part>(part: Promise<Part>): Promise<Part> =>
	inTime(part, loadingLimit).catch((cause: unknown) => {
		throw new StripeBlocked("Stripe did not load", { cause });
	});

/** Vite's dev server listens on one name alone, and has no policy that could be tried. */
const doubleOrigin = () => (import.meta.env.DEV ? location.origin : sandboxOrigin(location.origin));

const loadScript = (src: string) =>
	new Promise<unknown>((onload, onerror) => {
		document.head.appendChild(
			Object.assign(document.createElement("script"), { src, onload, onerror }),
		);
	});

/** The sandbox's own Stripe.js sets `window.Stripe`, which `loadStripe` then takes. */
async function load({ publishableKey, script }: CardFormSettings): Promise<Stripe> {
	if (script && !window.Stripe) await loadScript(doubleOrigin() + script);
	const stripe = await loadStripe(publishableKey, { locale: "en" });
	if (!stripe) throw new Error("Stripe.js did not load");
	return stripe;
}

/** @throws StripeBlocked when it cannot be loaded; a later call tries again */
export const openStripe = (settings: CardFormSettings): Promise<Stripe> =>
	orBlocked(load(settings));

/**
 * Stripe's frame does not inherit: it is given the colors and the type of where it is. The colors are tokens, because a
 * computed color is the old one as long as it is in transition.
 */
function styleOf(holder: Element): StripeElementStyle {
	const style = getComputedStyle(holder);
	const { fontFamily, fontSize } = style;
	const token = (name: string) => style.getPropertyValue(name).trim();
	const color = token("--color-base-content");
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

/** @returns what ends it */
function watchTheme(changed: () => void): () => void {
	const dark = matchMedia("(prefers-color-scheme: dark)");
	const chosen = new MutationObserver(changed);
	dark.addEventListener("change", changed);
	chosen.observe(document.documentElement, { attributeFilter: ["data-theme"] });
	return () => {
		dark.removeEventListener("change", changed);
		chosen.disconnect();
	};
}

const readiness = (card: StripeCardElement) =>
	new Promise<void>((resolve, reject) => {
		card.once("ready", () => resolve());
		card.once("loaderror", ({ error }) => reject(new Error(error.message ?? error.type)));
	});

/** Link is off: docs/decisions/stripe-policy.md. @returns `ready`, which rejects with StripeBlocked when the fields do not come */
export function mountCard(stripe: Stripe, holder: HTMLElement, fonts: CustomFontSource[]) {
	const card = stripe
		.elements({ fonts })
		.create("card", { style: styleOf(holder), disableLink: true });
	const ready = orBlocked(readiness(card));
	const endWatch = watchTheme(() => card.update({ style: styleOf(holder) }));
	card.mount(holder);
	const unmount = () => {
		endWatch();
		card.destroy();
	};
	return { card, ready, unmount };
}
