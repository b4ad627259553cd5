// The frame's end of the channel. The shop's page sends it once; other messages are ignored.
((sandbox) => {
	const shop = new URLSearchParams(location.hash.slice(1)).get("origin");

	/** Waits for the page that embeds this frame. @param start called with its first message and the channel */
	sandbox.onChannel = (start) => {
		const hear = ({ source, origin, data, ports: [port] }) => {
			if (source !== parent || origin !== shop || !port) return;
			removeEventListener("message", hear);
			start(data, port);
		};
		addEventListener("message", hear);
	};
})(window.stripeSandbox);
