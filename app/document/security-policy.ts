export type Sources = {
	/** Allows inline scripts; null for a page without any. */
	nonce: string | null;
	payment: boolean;
	/** Origin of the local mock of Stripe.js; null in production. */
	stripeMock: string | null;
};

/**
 * The sources in Stripe's guide (docs.stripe.com/security/guide#content-security-policy), without Google Maps, which
 * only the Address Element needs. The guide does not mention style attributes: see docs/decisions/stripe-policy.md.
 */
const stripe = {
	"script-src": ["https://js.stripe.com", "https://*.js.stripe.com"],
	"frame-src": ["https://js.stripe.com", "https://*.js.stripe.com", "https://hooks.stripe.com"],
	"connect-src": ["https://api.stripe.com"],
};

/**
 * Returns the Content-Security-Policy of a page (OWASP CSP Cheat Sheet, strict policy). `default-src` is `'self'`
 * because Firefox checks only that directive for prefetches. Every kind of content has its own directive.
 */
export function contentSecurityPolicy({ nonce, payment, stripeMock }: Sources): string {
	const mockSources = stripeMock === null ? [] : [stripeMock];
	const inlineSources = nonce === null ? [] : [`'nonce-${nonce}'`];
	const paymentSources = (directive: keyof typeof stripe) =>
		payment ? [...stripe[directive], ...mockSources] : [];
	const directives: Record<string, string[]> = {
		"default-src": ["'self'"],
		"script-src": ["'self'", ...inlineSources, ...paymentSources("script-src")],
		"style-src": ["'self'"],
		"style-src-attr": [payment ? "'unsafe-inline'" : "'none'"],
		"img-src": ["'self'", "https:", "data:"],
		"font-src": ["'self'"],
		"connect-src": ["'self'", ...paymentSources("connect-src")],
		"frame-src": payment ? paymentSources("frame-src") : ["'none'"],
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

/**
 * Headers that replace the default ones (worker/http/security.ts) on the payment page. Stripe's frames may use the
 * Payment Request API, and windows opened by a bank's 3-D Secure page stay connected to it.
 */
export const paymentHeaders = {
	"Permissions-Policy":
		'camera=(), microphone=(), geolocation=(), payment=(self "https://js.stripe.com")',
	"Cross-Origin-Opener-Policy": "same-origin-allow-popups",
};
