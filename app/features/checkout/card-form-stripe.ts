import type {
	CustomFontSource,
	Stripe,
	StripeCardElement,
	StripeElementStyle,
} from "@stripe/stripe-js";
import { loadStripe } from "@stripe/stripe-js/pure";
import { sandboxOrigin } from "#app/document/sandbox-origin.ts";
import font from "#app/fonts/archivo-core.woff2?url";
import { withTimeout } from "#app/lib/lazy.ts";
import type { CardFormSettings } from "#worker/shop/payments/start.ts";

const asDataUrl = (blob: Blob) =>
	new Promise<string>((resolve, reject) => {
		const reader = new FileReader();
		reader.onload = () => resolve(String(reader.result));
		reader.onerror = () => reject(reader.error);
		reader.readAsDataURL(blob);
	});

/** Returns the shop's font for Stripe's frame, which accepts only `https:` and `data:` URLs; none if it cannot be loaded. */
export async function loadFonts(): Promise<CustomFontSource[]> {
	try {
		const response = await fetch(font, { signal: AbortSignal.timeout(3_000) });
		if (!response.ok) return [];
		const src = `url(${await asDataUrl(await response.blob())})`;
		return [{ family: "Archivo", src, weight: "400" }];
	} catch {
		return [];
	}
}

/** Stripe.js, or the frame of its card fields, did not load: a content blocker, the network, or an outage of Stripe. */
export class StripeBlocked extends Error {}

const loadTimeoutMs = 20_000;

const waitForStripe = <Result>(loading: Promise<Result>): Promise<Result> =>
	withTimeout(loading, loadTimeoutMs).catch((cause: unknown) => {
		throw new StripeBlocked("Stripe did not load", { cause });
	});

/** Vite's dev server listens on one host only, and sends no Content-Security-Policy. */
const mockOrigin = () => (import.meta.env.DEV ? location.origin : sandboxOrigin(location.origin));

const loadScript = (src: string) =>
	new Promise<unknown>((onload, onerror) => {
		document.head.appendChild(
			Object.assign(document.createElement("script"), { src, onload, onerror }),
		);
	});

/** The mock of Stripe.js sets `window.Stripe`, which `loadStripe` then uses. */
async function load({ publishableKey, script }: CardFormSettings): Promise<Stripe> {
	if (script && !window.Stripe) await loadScript(mockOrigin() + script);
	const stripe = await loadStripe(publishableKey, { locale: "en" });
	if (!stripe) throw new Error("Stripe.js did not load");
	return stripe;
}

/** @throws StripeBlocked if it cannot be loaded; a later call tries again */
export const loadStripeJs = (settings: CardFormSettings): Promise<Stripe> =>
	waitForStripe(load(settings));

/** Stripe's frame inherits no styles. Colors are read from CSS variables: during a transition, a computed color is still the old one. */
function styleOf(container: Element): StripeElementStyle {
	const style = getComputedStyle(container);
	const { fontFamily, fontSize } = style;
	const variable = (name: string) => style.getPropertyValue(name).trim();
	const color = variable("--color-base-content");
	return {
		base: {
			color,
			iconColor: color,
			fontFamily,
			fontSize,
			"::placeholder": { color: variable("--tone-muted") },
		},
		invalid: { color: variable("--color-error"), iconColor: variable("--color-error") },
	};
}

function watchTheme(onChange: () => void, signal: AbortSignal) {
	const systemTheme = matchMedia("(prefers-color-scheme: dark)");
	systemTheme.addEventListener("change", onChange, { signal });
	const attributeObserver = new MutationObserver(onChange);
	attributeObserver.observe(document.documentElement, { attributeFilter: ["data-theme"] });
	signal.addEventListener("abort", () => attributeObserver.disconnect());
}

const waitUntilReady = (card: StripeCardElement) =>
	new Promise<void>((resolve, reject) => {
		card.once("ready", () => resolve());
		card.once("loaderror", ({ error }) => reject(new Error(error.message ?? error.type)));
	});

type MountOptions = { container: HTMLElement; fonts: CustomFontSource[]; signal: AbortSignal };

/**
 * Mounts Stripe's card fields until `signal` is aborted. Link is off: docs/decisions/stripe-policy.md.
 * @returns `ready`, which rejects with StripeBlocked if the fields do not load
 */
export function mountCard(stripe: Stripe, { container, fonts, signal }: MountOptions) {
	const card = stripe
		.elements({ fonts })
		.create("card", { style: styleOf(container), disableLink: true });
	const ready = waitForStripe(waitUntilReady(card));
	watchTheme(() => card.update({ style: styleOf(container) }), signal);
	card.mount(container);
	signal.addEventListener("abort", () => card.destroy());
	return { card, ready };
}
