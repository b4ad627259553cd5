export type Sources = {
	/** Of the inline scripts; null for a page without any. */
	nonce: string | null;
	payment: boolean;
	/** Origin of the double of Stripe.js where that is bound, locally; null otherwise. */
	double: string | null;
};

/**
 * What Stripe's guide lists for Stripe.js (docs.stripe.com/security/guide#content-security-policy), without the Google
 * Maps of the Address Element, which the shop does not use. Style attributes are not on that list: see
 * docs/decisions/stripe-policy.md.
 */
const stripe = {
	"script-src": ["https://js.stripe.com", "https://*.js.stripe.com"],
	"frame-src": ["https://js.stripe.com", "https://*.js.stripe.com", "https://hooks.stripe.com"],
	"connect-src": ["https://api.stripe.com"],
};

/**
 * The Content-Security-Policy of a page (OWASP CSP Cheat Sheet, strict policy). `default-src` is `'self'` because
 * Firefox judges prefetches by it alone; each kind of content has a directive of its own.
 */
export function contentSecurityPolicy({ nonce, payment, double }: Sources): string {
	const local = double === null ? [] : [double];
	const inline = nonce === null ? [] : [`'nonce-${nonce}'`];
	const extra = (directive: keyof typeof stripe) =>
		payment ? [...stripe[directive], ...local] : [];
	const directives: Record<string, string[]> = {
		"default-src": ["'self'"],
		"script-src": ["'self'", ...inline, ...extra("script-src")],
		"style-src": ["'self'"],
		"style-src-attr": [payment ? "'unsafe-inline'" : "'none'"],
		"img-src": ["'self'", "https:", "data:"],
		"font-src": ["'self'"],
		"connect-src": ["'self'", ...extra("connect-src")],
		"frame-src": payment ? extra("frame-src") : ["'none'"],
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
 * What the payment page asks for over the headers of every answer (worker/http/security.ts): Stripe's frames may use
 * the Payment Request API, and a bank's 3-D Secure page that opens a window keeps its connection to it.
 */
export const paymentHeaders = {
	"Permissions-Policy":
		'camera=(), microphone=(), geolocation=(), payment=(self "https://js.stripe.com")',
	"Cross-Origin-Opener-Policy": "same-origin-allow-popups",
};
