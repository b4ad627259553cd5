/** Maps each loopback host to another: the same server, but a different origin to the browser. */
const otherLoopbackHosts: Record<string, string> = {
	localhost: "127.0.0.1",
	"127.0.0.1": "localhost",
	"[::1]": "localhost",
};

/**
 * The origin that the mock of Stripe.js is loaded from. Like js.stripe.com it differs from the page's, so that the
 * Content-Security-Policy and the same-origin policy apply to it. On any other host, such as a LAN address, there is
 * only one origin, and the mock sandboxes its frames instead (sandbox/stripe-js/host/frames.js).
 * @param page origin of the shop's page
 */
export function sandboxOrigin(page: string): string {
	const url = new URL(page);
	url.hostname = otherLoopbackHosts[url.hostname] ?? url.hostname;
	return url.origin;
}
