// The part of `window.Stripe` that card payments need (docs.stripe.com/js).
((sandbox) => {
	function parseClientSecret(secret, methodName) {
		const match = /^(pi_[A-Za-z0-9]+)_secret_[A-Za-z0-9]+$/.exec(String(secret));
		if (match) return match[1];
		throw sandbox.integrationError(
			`Invalid value for ${methodName} intent secret: value should be a client secret of the form \${id}_secret_\${secret}. You specified: ${secret}.`,
		);
	}

	/** Chrome before 120, which the shop supports, has no `URL.canParse`. */
	function isAbsoluteUrl(text) {
		try {
			return Boolean(new URL(text));
		} catch {
			return false;
		}
	}

	function toResult(intent) {
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

		async createPaymentMethod({ elements, params = {} }) {
			if (!(elements instanceof sandbox.Elements)) {
				throw sandbox.integrationError(
					"Invalid value for createPaymentMethod: elements should be an Elements object.",
				);
			}
			const { value, error } = await elements.createPaymentMethod(params.billing_details);
			return error ? { error } : { paymentMethod: value };
		}

		async retrievePaymentIntent(secret) {
			const id = parseClientSecret(secret, "stripe.retrievePaymentIntent");
			const response = await this.#call("GET", `/payment_intents/${id}`, { client_secret: secret });
			return response.error ? response : { paymentIntent: response.value };
		}

		async confirmPayment({ clientSecret: secret, confirmParams = {}, redirect = "always" }) {
			const id = parseClientSecret(secret, "stripe.confirmPayment");
			const { payment_method, mandate_data, receipt_email, return_url } = confirmParams;
			if (redirect !== "if_required") {
				throw sandbox.integrationError(
					'This mock supports confirmPayment only with redirect: "if_required".',
				);
			}
			if (!isAbsoluteUrl(return_url)) {
				throw sandbox.integrationError(
					"stripe.confirmPayment(): confirmParams.return_url should be an absolute URL.",
				);
			}
			const response = await this.#call("POST", `/payment_intents/${id}/confirm`, {
				client_secret: secret,
				use_stripe_sdk: true,
				payment_method,
				mandate_data,
				receipt_email,
				return_url,
			});
			return response.error ? response : this.#completeAction(response.value, secret);
		}

		async handleNextAction({ clientSecret }) {
			const response = await this.retrievePaymentIntent(clientSecret);
			return response.error ? response : this.#completeAction(response.paymentIntent, clientSecret);
		}

		/** If the intent requires 3-D Secure, shows the bank's page, then retrieves the intent again. */
		async #completeAction(intent, secret) {
			if (intent.status !== "requires_action") return toResult(intent);
			const error = await sandbox.showChallenge({ key: this.#key, secret, intent });
			if (error) return { error };
			const response = await this.retrievePaymentIntent(secret);
			return response.error ? response : toResult(response.paymentIntent);
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
