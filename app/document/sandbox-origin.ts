/** Maps each loopback host to one with a different origin but the same server. */
const otherLoopbackHosts: Record<string, string> = {
	localhost: "127.0.0.1",
	"127.0.0.1": "localhost",
	"[::1]": "localhost",
};

/**
 * Returns the origin from which to load the mock of Stripe.js. It differs from the page's origin, as js.stripe.com does, so that the
 * Content-Security-Policy and the same-origin policy apply. A server on another host, such as a LAN address, has only one origin, so
 * there the mock sandboxes its frames (sandbox/stripe-js/host/frames.js).
 */
export function getSandboxOrigin(pageOrigin: string): string {
	const url = new URL(pageOrigin);
	url.hostname = otherLoopbackHosts[url.hostname] ?? url.hostname;
	return url.origin;
}
