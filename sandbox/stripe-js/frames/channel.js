// Receives the frame's port of the message channel with the shop's page.
((sandbox) => {
	const shopOrigin = new URLSearchParams(location.hash.slice(1)).get("origin");

	/** Waits for the embedding page's first message, and ignores others. @param start called with its data and port */
	sandbox.onChannel = (start) => {
		const onMessage = ({ source, origin, data, ports: [port] }) => {
			if (source !== parent || origin !== shopOrigin || !port) return;
			removeEventListener("message", onMessage);
			start(data, port);
		};
		addEventListener("message", onMessage);
	};
})(window.stripeSandbox);
