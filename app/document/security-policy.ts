/** `nonce` allows inline scripts. `stripeMock` is the origin of the local mock of Stripe.js; null in production. */
export type PolicyOptions = { nonce: string | null; isPayment: boolean; stripeMock: string | null };

/** Stripe's Link wallet, which the Express Checkout Element offers. */
const linkHosts = ["https://link.com", "https://*.link.com"];

/** From docs.stripe.com/security/guide#content-security-policy, without Google Maps, which only the Address Element needs. */
const stripeSources = {
	"script-src": ["https://js.stripe.com", "https://*.js.stripe.com"],
	"frame-src": [
		"https://js.stripe.com",
		"https://*.js.stripe.com",
		"https://hooks.stripe.com",
		...linkHosts,
	],
	"connect-src": ["https://api.stripe.com", ...linkHosts],
};

/** A strict policy (OWASP CSP Cheat Sheet). `default-src` is `'self'` because Firefox checks only that directive for prefetches. */
export function buildContentSecurityPolicy({
	nonce,
	isPayment,
	stripeMock,
}: PolicyOptions): string {
	const mockSources = stripeMock === null ? [] : [stripeMock];
	const inlineSources = nonce === null ? [] : [`'nonce-${nonce}'`];
	const paymentSources = (directive: keyof typeof stripeSources) =>
		isPayment ? [...stripeSources[directive], ...mockSources] : [];
	const directives: Record<string, string[]> = {
		"default-src": ["'self'"],
		"script-src": ["'self'", ...inlineSources, ...paymentSources("script-src")],
		"style-src": ["'self'"],
		// Stripe.js sets style attributes, although Stripe's guide does not say so (docs/decisions/stripe-policy.md).
		"style-src-attr": [isPayment ? "'unsafe-inline'" : "'none'"],
		"img-src": ["'self'", "https:", "data:"],
		"font-src": ["'self'"],
		"connect-src": ["'self'", ...paymentSources("connect-src")],
		"frame-src": isPayment ? paymentSources("frame-src") : ["'none'"],
		"manifest-src": ["'self'"],
		"media-src": ["'none'"],
		"object-src": ["'none'"],
		"worker-src": ["'none'"],
		"form-action": ["'self'", "https://accounts.google.com"],
		"base-uri": ["'none'"],
		"frame-ancestors": ["'none'"],
	};
	return Object.entries(directives)
		.map(([name, values]) => [name, ...values].join(" "))
		.join("; ");
}

/** These let Stripe's frames use the Payment Request API, and keep a bank's 3-D Secure page connected to the windows that it opens. */
export const paymentHeaders = {
	"Permissions-Policy":
		'camera=(), microphone=(), geolocation=(), payment=(self "https://js.stripe.com")',
	"Cross-Origin-Opener-Policy": "same-origin-allow-popups",
};
