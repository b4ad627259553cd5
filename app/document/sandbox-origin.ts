/** The other name by which this machine reaches itself: the same server, another origin to a browser. */
const otherNames: Record<string, string> = {
	localhost: "127.0.0.1",
	"127.0.0.1": "localhost",
	"[::1]": "localhost",
};

/**
 * Where the double of Stripe.js is loaded from: another origin than the page's, as js.stripe.com is, so that the
 * page's policy and the browser keep the two apart. Under any other name, such as an address of the local network,
 * there is only one origin, and the double sandboxes its frames instead (sandbox/stripe-js/host/frames.js).
 * @param page origin of the shop's page
 */
export function sandboxOrigin(page: string): string {
	const url = new URL(page);
	url.hostname = otherNames[url.hostname] ?? url.hostname;
	return url.origin;
}
