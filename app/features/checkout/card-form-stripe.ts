import type {
	Appearance,
	CustomFontSource,
	Stripe,
	StripeElements,
	StripePaymentElement,
} from "@stripe/stripe-js";
import { loadStripe } from "@stripe/stripe-js/pure";
import { getSandboxOrigin } from "#app/document/sandbox-origin.ts";
import font from "#app/fonts/archivo-core.woff2?url";
import { withTimeout } from "#app/lib/load-chunk.ts";
import type { CardFormSettings } from "#worker/shop/payments/start.ts";

const toDataUrl = (blob: Blob) =>
	new Promise<string>((resolve, reject) => {
		const reader = new FileReader();
		reader.onload = () => resolve(String(reader.result));
		reader.onerror = () => reject(reader.error);
		reader.readAsDataURL(blob);
	});

/** Returns the shop's font for Stripe's frame, which accepts only `https:` and `data:` URLs. Returns no font if it cannot be loaded. */
export async function loadFonts(): Promise<CustomFontSource[]> {
	try {
		const response = await fetch(font, { signal: AbortSignal.timeout(3_000) });
		if (!response.ok) return [];
		const src = `url(${await toDataUrl(await response.blob())})`;
		return [{ family: "Archivo", src, weight: "400" }];
	} catch {
		return [];
	}
}

/** Stripe.js or the frame of its card fields did not load, because of a content blocker, the network, or an outage at Stripe. */
export class StripeBlockedError extends Error {}

const loadTimeoutMs = 20_000;

const waitForStripe = <Result>(loading: Promise<Result>): Promise<Result> =>
	withTimeout(loading, loadTimeoutMs).catch((cause: unknown) => {
		throw new StripeBlockedError("Stripe did not load", { cause });
	});

/** The mock is loaded from another origin, as Stripe.js is, except in development: Vite's dev server listens on only one host. */
const getMockOrigin = () =>
	import.meta.env.DEV ? location.origin : getSandboxOrigin(location.origin);

const loadScript = (src: string) =>
	new Promise<unknown>((onload, onerror) => {
		document.head.appendChild(
			Object.assign(document.createElement("script"), { src, onload, onerror }),
		);
	});

/** The mock of Stripe.js sets `window.Stripe`, which `loadStripe` then uses. */
async function load({ publishableKey, script }: CardFormSettings): Promise<Stripe> {
	if (script && !window.Stripe) await loadScript(getMockOrigin() + script);
	const stripe = await loadStripe(publishableKey, { locale: "en" });
	if (!stripe) throw new Error("Stripe.js did not load");
	return stripe;
}

/** @throws StripeBlockedError if Stripe.js cannot be loaded. A later call tries again. */
export const loadStripeJs = (settings: CardFormSettings): Promise<Stripe> =>
	waitForStripe(load(settings));

const isDark = (container: Element) => getComputedStyle(container).colorScheme.includes("dark");

/** Stripe's frames inherit no styles. Reads colors from CSS variables, because during a transition a computed color is still the old one. */
function getAppearance(container: Element): Appearance {
	const style = getComputedStyle(container);
	const readVariable = (name: string) => style.getPropertyValue(name).trim();
	const danger = readVariable("--color-error");
	return {
		theme: isDark(container) ? "night" : "stripe",
		labels: "above",
		variables: {
			colorPrimary: readVariable("--color-primary"),
			colorBackground: readVariable("--color-base-100"),
			colorText: readVariable("--color-base-content"),
			colorTextSecondary: readVariable("--tone-muted"),
			colorTextPlaceholder: readVariable("--tone-muted"),
			colorDanger: danger,
			fontFamily: style.fontFamily,
			fontSizeBase: style.fontSize,
			borderRadius: "4px",
		},
		rules: {
			".Input": { borderColor: readVariable("--tone-edge"), boxShadow: "none" },
			".Label": { fontWeight: "600" },
		},
	};
}

function watchTheme(onChange: () => void, signal: AbortSignal) {
	const systemTheme = matchMedia("(prefers-color-scheme: dark)");
	systemTheme.addEventListener("change", onChange, { signal });
	const attributeObserver = new MutationObserver(onChange);
	attributeObserver.observe(document.documentElement, { attributeFilter: ["data-theme"] });
	signal.addEventListener("abort", () => attributeObserver.disconnect());
}

type MountOptions = {
	container: HTMLElement;
	/** Stripe's payment method types. `card` includes Apple Pay and Google Pay. */
	types?: string[];
	fonts: CustomFontSource[];
	amountCents: number;
	signal: AbortSignal;
};

/** Creates Stripe Elements without waiting for the intent's secret, which is requested at the same time (Stripe's "deferred intent"). */
function createElements(stripe: Stripe, options: MountOptions): StripeElements {
	const { container, types = ["card"], fonts, amountCents, signal } = options;
	const elements = stripe.elements({
		mode: "payment",
		amount: amountCents,
		currency: "usd",
		allowedPaymentMethodTypes: types,
		paymentMethodCreation: "manual",
		fonts,
		appearance: getAppearance(container),
	});
	watchTheme(() => elements.update({ appearance: getAppearance(container) }), signal);
	return elements;
}

const waitUntilReady = (element: StripePaymentElement) =>
	new Promise<void>((resolve, reject) => {
		element.once("ready", () => resolve());
		element.once("loaderror", ({ error }) => reject(new Error(error.message ?? error.type)));
	});

/**
 * Mounts Stripe's card fields until `signal` is aborted. Wallets are above them, in a separate element.
 * If there is a `customer`, the name and email are passed with the payment; otherwise Stripe asks for what it needs.
 * @returns `ready`, which rejects with StripeBlockedError if the fields do not load
 */
export function mountCard(
	stripe: Stripe,
	{ customer, zip }: { customer?: object | undefined; zip?: string | undefined },
	options: MountOptions,
) {
	const elements = createElements(stripe, options);
	const element = elements.create("payment", {
		fields: customer ? { billingDetails: { name: "never", email: "never" } } : {},
		...(zip && {
			defaultValues: { billingDetails: { address: { country: "US", postal_code: zip } } },
		}),
		wallets: { applePay: "never", googlePay: "never", link: "never" },
	});
	const ready = waitForStripe(waitUntilReady(element));
	element.mount(options.container);
	options.signal.addEventListener("abort", () => element.destroy());
	return { elements, element, ready };
}

/** Wallets that load later are not offered, because the form must not move under the customer's finger. */
const walletTimeoutMs = 5_000;

/**
 * Mounts the buttons of Apple Pay, Google Pay and Link, where the browser and the account support them, until `signal` is aborted.
 * @param hasLink - whether the intent accepts Link, which the Stripe account may have enabled only after the intent was created
 * @returns `isAvailable`, which resolves to false after an error, because the card fields work without wallets
 */
export function mountWallets(stripe: Stripe, hasLink: boolean, options: MountOptions) {
	const types = hasLink ? ["card", "link"] : ["card"];
	const elements = createElements(stripe, { ...options, types });
	// Black buttons would not stand out from a dark page. Stripe cannot change them later.
	const color = isDark(options.container) ? "white" : "black";
	const element = elements.create("expressCheckout", {
		buttonHeight: 44,
		buttonTheme: { applePay: color, googlePay: color },
		emailRequired: false,
		layout: { overflow: "never" },
		paymentMethods: {
			amazonPay: "never",
			klarna: "never",
			paypal: "never",
			link: hasLink ? "auto" : "never",
		},
	});
	const hasWallet = new Promise<boolean>((resolve) => {
		element.once("ready", ({ availablePaymentMethods: available }) =>
			resolve(available !== undefined && Object.values(available).some(Boolean)),
		);
		element.once("loaderror", () => resolve(false));
	});
	element.mount(options.container);
	options.signal.addEventListener("abort", () => element.destroy());
	return {
		elements,
		element,
		isAvailable: withTimeout(hasWallet, walletTimeoutMs).catch(() => false),
	};
}
