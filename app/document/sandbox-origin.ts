/** Maps each loopback host to another one: the same server, but a different origin. */
const otherLoopbackHosts: Record<string, string> = {
	localhost: "127.0.0.1",
	"127.0.0.1": "localhost",
	"[::1]": "localhost",
};

/**
 * Returns the origin from which to load the mock of Stripe.js. Like js.stripe.com it differs from the page's, so that the
 * Content-Security-Policy and the same-origin policy apply. Other hosts, such as a LAN address, have only one origin, so
 * the mock sandboxes its frames (sandbox/stripe-js/host/frames.js).
 */
export function sandboxOrigin(pageOrigin: string): string {
	const url = new URL(pageOrigin);
	url.hostname = otherLoopbackHosts[url.hostname] ?? url.hostname;
	return url.origin;
}
