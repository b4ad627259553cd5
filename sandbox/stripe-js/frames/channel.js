// Receives the port through which this frame and the shop's page exchange messages.
((sandbox) => {
	const shopOrigin = new URLSearchParams(location.hash.slice(1)).get("origin");

	/** Calls `onFirstMessage` once, with the data and the port of the shop page's first message. Ignores messages from other pages. */
	sandbox.onChannel = (onFirstMessage) => {
		const onMessage = ({ source, origin, data, ports: [port] }) => {
			if (source !== parent || origin !== shopOrigin || !port) return;
			removeEventListener("message", onMessage);
			onFirstMessage(data, port);
		};
		addEventListener("message", onMessage);
	};
})(window.stripeSandbox);
