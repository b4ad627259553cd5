export type Sources = {
	/** `'nonce-…'` or `'sha256-…'` of the inline scripts. */
	scripts: string[];
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
export function contentSecurityPolicy({ scripts, payment, double }: Sources): string {
	const local = double === null ? [] : [double];
	const extra = (directive: keyof typeof stripe) =>
		payment ? [...stripe[directive], ...local] : [];
	const directives: Record<string, string[]> = {
		"default-src": ["'self'"],
		"script-src": ["'self'", ...scripts, ...extra("script-src")],
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

const inlineScript = /<script(?![^>]*\ssrc=)([^>]*)>([\s\S]*?)<\/script>/g;

/** Most scripts are the same in every page: script → hash is worked out once in an isolate, up to this many. */
const hashesKept = 200;
const hashes = new Map<string, string>();

async function hashOf(script: string): Promise<string> {
	const known = hashes.get(script);
	if (known) return known;
	const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(script));
	const hash = `'sha256-${btoa(String.fromCharCode(...new Uint8Array(digest)))}'`;
	if (hashes.size >= hashesKept) hashes.clear();
	hashes.set(script, hash);
	return hash;
}

/**
 * Replaces the nonce by hashes, for a page that is cached. Only scripts that were rendered with the nonce are hashed: an
 * injected one does not know it, and stays refused.
 * @returns the page without the nonce, and `'sha256-…'` of each of its own inline scripts
 */
export async function hashScripts(html: string, nonce: string) {
	const attribute = ` nonce="${nonce}"`;
	const scripts = Array.from(html.matchAll(inlineScript))
		.filter(([, attributes = ""]) => attributes.includes(attribute))
		.map(([, , text = ""]) => hashOf(text));
	return { html: html.replaceAll(attribute, ""), scripts: await Promise.all(scripts) };
}
