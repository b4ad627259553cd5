/** Where a page may load from, beyond ourselves. */
export type Sources = { scripts: string[]; payment: boolean };

const stripe = {
	"script-src": ["https://js.stripe.com"],
	"frame-src": ["https://js.stripe.com", "https://hooks.stripe.com"],
	"connect-src": ["https://api.stripe.com"],
};

/**
 * The Content-Security-Policy of a page (OWASP CSP Cheat Sheet, strict policy).
 * @param scripts `'nonce-…'` or `'sha256-…'` of the inline scripts
 * @param payment whether Stripe's card form is on the page
 */
export function contentSecurityPolicy({ scripts, payment }: Sources): string {
	const extra = (directive: keyof typeof stripe) => (payment ? stripe[directive] : []);
	const directives: Record<string, string[]> = {
		"default-src": ["'none'"],
		"script-src": ["'self'", ...scripts, ...extra("script-src")],
		"style-src": ["'self'"],
		"img-src": ["'self'", "https:", "data:"],
		"font-src": ["'self'"],
		"connect-src": ["'self'", ...extra("connect-src")],
		"frame-src": payment ? extra("frame-src") : ["'none'"],
		"manifest-src": ["'self'"],
		"form-action": ["'self'", "https://accounts.google.com"],
		"base-uri": ["'none'"],
		"frame-ancestors": ["'none'"],
	};
	return Object.entries(directives)
		.map(([name, values]) => [name, ...values].join(" "))
		.join("; ");
}

const inlineScript = /<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g;

/** @returns `'sha256-…'` of each inline script of a finished page, for pages that are cached and can have no nonce */
export async function hashScripts(html: string): Promise<string[]> {
	const texts = Array.from(html.matchAll(inlineScript), ([, text = ""]) => text);
	return Promise.all(
		texts.map(async (text) => {
			const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
			return `'sha256-${btoa(String.fromCharCode(...new Uint8Array(digest)))}'`;
		}),
	);
}
