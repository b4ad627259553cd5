// Frames of this script's own origin inside the shop's page, and the channel to each.
((sandbox) => {
	/** Under its other name the server is another origin; where it has only one name the frames are sandboxed instead. */
	const isOtherOrigin = sandbox.origin !== location.origin;
	let frames = 0;

	/**
	 * Opens a frame and hands it one end of a channel: only a document of this script's origin gets it.
	 * @param page document under `/__sandbox/stripe-js/`
	 * @param attributes of the iframe; styles are set as an attribute, as Stripe.js may do
	 * @param first message to the frame
	 * @param listen called with each message of the frame
	 */
	sandbox.openFrame = (page, attributes, first, listen) => {
		const { port1: port, port2: theirs } = new MessageChannel();
		const hash = new URLSearchParams({ origin: location.origin });
		frames += 1;
		const node = sandbox.make("iframe", {
			name: `__privateStripeFrame${frames}`,
			allow: "payment *; publickey-credentials-get *",
			...(isOtherOrigin ? {} : { sandbox: "allow-scripts allow-forms" }),
			...attributes,
			src: `${sandbox.origin}/__sandbox/stripe-js/${page}#${hash}`,
		});
		const hand = () => {
			node.contentWindow.postMessage(first, isOtherOrigin ? sandbox.origin : "*", [theirs]);
		};
		node.addEventListener("load", hand, { once: true });
		port.onmessage = ({ data }) => {
			listen(data);
		};
		return { node, send: (message) => port.postMessage(message), close: () => port.close() };
	};

	/** Makes the error that Stripe.js throws for a call the page should not have made. */
	sandbox.integrationError = (message) =>
		Object.assign(new Error(message), { name: "IntegrationError" });
})(window.stripeSandbox);
