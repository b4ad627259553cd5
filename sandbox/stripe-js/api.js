// Calls the Stripe mock's API as Stripe.js does: with a publishable key and form-encoded parameters.
((sandbox) => {
	const base = `${sandbox.origin}/__sandbox/stripe/v1`;

	function appendParam(form, name, value) {
		if (value === undefined || value === null || value === "") return;
		if (typeof value !== "object") {
			form.append(name, String(value));
			return;
		}
		for (const key of Object.keys(value)) {
			appendParam(form, name ? `${name}[${key}]` : key, value[key]);
		}
	}

	const connectionError = {
		type: "api_connection_error",
		message:
			"We are experiencing issues connecting to our payments provider. You have not been charged. Please check your internet connection and try again.",
	};

	/** Sends a request. Resolves to `{ value }` or `{ error }` and never rejects. */
	sandbox.callApi = async (method, path, params) => {
		const form = new URLSearchParams();
		appendParam(form, "", params);
		const [query, body] = method === "GET" ? [`?${form}`, null] : ["", form];
		try {
			const response = await fetch(base + path + query, { method, body, credentials: "omit" });
			const json = await response.json();
			return json.error ? { error: json.error } : { value: json };
		} catch {
			return { error: connectionError };
		}
	};
})(window.stripeSandbox);
