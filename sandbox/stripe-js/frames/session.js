// What a frame asks before it shows anything: whether the key is known (sandbox/stripe-js/session.ts).
((sandbox) => {
	const unreachable = { type: "api_connection_error", message: "Stripe could not be reached." };

	/** @returns the error that keeps the element from loading; null when there is none */
	sandbox.openSession = async (key) => {
		const query = new URLSearchParams({ key });
		try {
			const response = await fetch(`${sandbox.origin}/__sandbox/stripe-js/session?${query}`);
			return (await response.json()).error ?? null;
		} catch {
			return unreachable;
		}
	};
})(window.stripeSandbox);
