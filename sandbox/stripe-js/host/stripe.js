// `window.Stripe`, as far as a card payment needs it (docs.stripe.com/js).
((sandbox) => {
	function parseSecret(secret, caller) {
		const match = /^(pi_[A-Za-z0-9]+)_secret_[A-Za-z0-9]+$/.exec(String(secret));
		if (match) return match[1];
		throw sandbox.integrationError(
			`Invalid value for ${caller} intent secret: value should be a client secret of the form \${id}_secret_\${secret}. You specified: ${secret}.`,
		);
	}

	/** Has the card's frame make a payment method. @returns `{ value }` or `{ error }` */
	function makeMethod(card, billing_details, caller) {
		if (!(card instanceof sandbox.CardElement)) {
			throw sandbox.integrationError(`Invalid value for ${caller}: card should be a card Element.`);
		}
		return card.makeMethod(billing_details);
	}

	function resultOf(intent) {
		const { last_payment_error: error } = intent;
		if (!error) return { paymentIntent: intent };
		return { error: { ...error, payment_intent: intent } };
	}

	class StripeClient {
		#key;

		constructor(key) {
			this.#key = key;
		}

		_registerWrapper() {}
		registerAppInfo() {}

		elements(options) {
			return new sandbox.Elements(this.#key, options);
		}

		async createPaymentMethod({ card, billing_details }) {
			const { value, error } = await makeMethod(card, billing_details, "createPaymentMethod");
			return error ? { error } : { paymentMethod: value };
		}

		async retrievePaymentIntent(secret) {
			const id = parseSecret(secret, "stripe.retrievePaymentIntent");
			const response = await this.#call("GET", `/payment_intents/${id}`, { client_secret: secret });
			return response.error ? response : { paymentIntent: response.value };
		}

		async confirmCardPayment(secret, { payment_method: method, receipt_email } = {}) {
			const caller = "stripe.confirmCardPayment";
			const id = parseSecret(secret, caller);
			const isNew = typeof method === "object";
			const made = isNew ? await makeMethod(method.card, method.billing_details, caller) : null;
			if (made?.error) return { error: made.error };
			const response = await this.#call("POST", `/payment_intents/${id}/confirm`, {
				client_secret: secret,
				use_stripe_sdk: true,
				receipt_email,
				payment_method: made ? made.value.id : method,
			});
			return response.error ? response : this.#finish(response.value, secret);
		}

		async handleNextAction({ clientSecret }) {
			const response = await this.retrievePaymentIntent(clientSecret);
			return response.error ? response : this.#finish(response.paymentIntent, clientSecret);
		}

		/** Shows the bank's page where 3-D Secure is required, then reads the result; every other outcome is final. */
		async #finish(intent, secret) {
			if (intent.status !== "requires_action") return resultOf(intent);
			const error = await sandbox.challenge({ key: this.#key, secret, intent });
			if (error) return { error };
			const response = await this.retrievePaymentIntent(secret);
			return response.error ? response : resultOf(response.paymentIntent);
		}

		#call(method, path, params) {
			return sandbox.call(method, path, { key: this.#key, ...params });
		}
	}

	function Stripe(key) {
		if (typeof key !== "string" || key === "") {
			throw sandbox.integrationError(
				"Please call Stripe() with your publishable key. You used an empty string.",
			);
		}
		if (key.startsWith("sk_")) {
			throw sandbox.integrationError(
				"You should not use your secret key with Stripe.js. Please pass a publishable key instead.",
			);
		}
		if (!key.startsWith("pk_test_")) {
			throw sandbox.integrationError("Live Stripe.js integrations must use HTTPS.");
		}
		return new StripeClient(key);
	}

	/** The release train that `@stripe/stripe-js` in package.json expects. */
	Stripe.version = "endive";
	window.Stripe = Stripe;
})(window.stripeSandbox);
