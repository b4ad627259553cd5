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

/** Blocks of data, such as JSON-LD, are no scripts to the policy. */
const inlineScript = /<script(?![^>]*\s(?:src=|type="application\/))[^>]*>([\s\S]*?)<\/script>/g;

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

/** @returns `'sha256-…'` of each inline script of a finished page, for pages that are cached and can have no nonce */
export async function hashScripts(html: string): Promise<string[]> {
	const first = html.indexOf("<script");
	if (first < 0) return [];
	const scripts = html.slice(first).matchAll(inlineScript);
	return Promise.all(Array.from(scripts, ([, script = ""]) => hashOf(script)));
}
