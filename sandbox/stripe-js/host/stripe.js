// The part of `window.Stripe` that card payments need (docs.stripe.com/js).
((sandbox) => {
	function parseClientSecret(secret, methodName) {
		const match = /^(pi_[A-Za-z0-9]+)_secret_[A-Za-z0-9]+$/.exec(String(secret));
		if (match) return match[1];
		throw sandbox.integrationError(
			`Invalid value for ${methodName} intent secret: value should be a client secret of the form \${id}_secret_\${secret}. You specified: ${secret}.`,
		);
	}

	/** Creates a payment method from a card element. @returns `{ value }` or `{ error }` */
	function createFromCard(card, billing_details, methodName) {
		if (!(card instanceof sandbox.CardElement)) {
			throw sandbox.integrationError(
				`Invalid value for ${methodName}: card should be a card Element.`,
			);
		}
		return card.createPaymentMethod(billing_details);
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
			const { value, error } = await createFromCard(card, billing_details, "createPaymentMethod");
			return error ? { error } : { paymentMethod: value };
		}

		async retrievePaymentIntent(secret) {
			const id = parseClientSecret(secret, "stripe.retrievePaymentIntent");
			const response = await this.#call("GET", `/payment_intents/${id}`, { client_secret: secret });
			return response.error ? response : { paymentIntent: response.value };
		}

		async confirmCardPayment(secret, { payment_method: method, receipt_email } = {}) {
			const methodName = "stripe.confirmCardPayment";
			const id = parseClientSecret(secret, methodName);
			const creation =
				typeof method === "object"
					? await createFromCard(method.card, method.billing_details, methodName)
					: null;
			if (creation?.error) return { error: creation.error };
			const response = await this.#call("POST", `/payment_intents/${id}/confirm`, {
				client_secret: secret,
				use_stripe_sdk: true,
				receipt_email,
				payment_method: creation ? creation.value.id : method,
			});
			return response.error ? response : this.#completeAction(response.value, secret);
		}

		async handleNextAction({ clientSecret }) {
			const response = await this.retrievePaymentIntent(clientSecret);
			return response.error ? response : this.#completeAction(response.paymentIntent, clientSecret);
		}

		/** If the intent requires 3-D Secure, shows the bank's page, then retrieves the intent again. */
		async #completeAction(intent, secret) {
			if (intent.status !== "requires_action") return resultOf(intent);
			const error = await sandbox.showChallenge({ key: this.#key, secret, intent });
			if (error) return { error };
			const response = await this.retrievePaymentIntent(secret);
			return response.error ? response : resultOf(response.paymentIntent);
		}

		#call(method, path, params) {
			return sandbox.callApi(method, path, { key: this.#key, ...params });
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

	/** The version that `@stripe/stripe-js` in package.json checks. */
	Stripe.version = "endive";
	window.Stripe = Stripe;
})(window.stripeSandbox);
