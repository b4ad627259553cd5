// Talks to the sandbox's Stripe API as a browser does: publishable key, form encoding.
((sandbox) => {
	const base = `${sandbox.origin}/__sandbox/stripe/v1`;

	function append(form, name, value) {
		if (value === undefined || value === null || value === "") return;
		if (typeof value !== "object") {
			form.append(name, String(value));
			return;
		}
		for (const key of Object.keys(value)) {
			append(form, name ? `${name}[${key}]` : key, value[key]);
		}
	}

	const unreachable = {
		type: "api_connection_error",
		message:
			"We are experiencing issues connecting to our payments provider. You have not been charged. Please check your internet connection and try again.",
	};

	/** Sends one call; resolves to `{ value }` or `{ error }`, and never rejects. */
	sandbox.call = async (method, path, params) => {
		const form = new URLSearchParams();
		append(form, "", params);
		const [query, body] = method === "GET" ? [`?${form}`, null] : ["", form];
		try {
			const response = await fetch(base + path + query, { method, body, credentials: "omit" });
			const answer = await response.json();
			return answer.error ? { error: answer.error } : { value: answer };
		} catch {
			return { error: unreachable };
		}
	};
})(window.stripeSandbox);
