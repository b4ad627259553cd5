// Checks the publishable key and reads the wallets before a frame shows its content (sandbox/stripe-js/session.ts).
((sandbox) => {
	const connectionError = { type: "api_connection_error", message: "Stripe could not be reached." };

	/** @returns the supported wallets, or the error for the Express Checkout Element's `loaderror` event */
	sandbox.readWallets = async (key) => {
		const query = new URLSearchParams({ key });
		try {
			return await (await fetch(`${sandbox.origin}/__sandbox/stripe-js/wallets?${query}`)).json();
		} catch {
			return { error: connectionError };
		}
	};

	/** @returns the error for the element's `loaderror` event, or null */
	sandbox.checkSession = async (key) => {
		const query = new URLSearchParams({ key });
		try {
			const response = await fetch(`${sandbox.origin}/__sandbox/stripe-js/session?${query}`);
			return (await response.json()).error ?? null;
		} catch {
			return connectionError;
		}
	};
})(window.stripeSandbox);
