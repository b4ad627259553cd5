// Creates frames on the shop's page for documents from this script's origin, and a message channel to each.
((sandbox) => {
	/** True if the shop loads this script from the server's other hostname (localhost or 127.0.0.1). Otherwise, the frames are sandboxed. */
	const isCrossOrigin = sandbox.origin !== location.origin;
	let frameCount = 0;

	/**
	 * Creates a frame and sends it a port of a message channel. Only a document from this script's origin receives it.
	 * @param page - the document's path under `/__sandbox/stripe-js/`
	 * @param attributes - the attributes of the iframe
	 * @param firstMessage - the message that is sent with the port
	 * @param onMessage - called with each message from the frame
	 */
	sandbox.createFrame = (page, attributes, firstMessage, onMessage) => {
		const { port1: port, port2: framePort } = new MessageChannel();
		const hash = new URLSearchParams({ origin: location.origin });
		frameCount += 1;
		const node = sandbox.createElement("iframe", {
			name: `__privateStripeFrame${frameCount}`,
			allow: "payment *; publickey-credentials-get *",
			...(isCrossOrigin ? {} : { sandbox: "allow-scripts allow-forms" }),
			...attributes,
			src: `${sandbox.origin}/__sandbox/stripe-js/${page}#${hash}`,
		});
		const sendPort = () => {
			const targetOrigin = isCrossOrigin ? sandbox.origin : "*";
			node.contentWindow.postMessage(firstMessage, targetOrigin, [framePort]);
		};
		node.addEventListener("load", sendPort, { once: true });
		port.onmessage = ({ data }) => {
			onMessage(data);
		};
		return { node, send: (message) => port.postMessage(message), close: () => port.close() };
	};

	/** Creates the error that Stripe.js throws for wrong use of its API. */
	sandbox.integrationError = (message) =>
		Object.assign(new Error(message), { name: "IntegrationError" });
})(window.stripeSandbox);
