// `window.Stripe`, as far as a card payment needs it (docs.stripe.com/js).
((sandbox) => {
	function parseSecret(secret, caller) {
		const match = /^(pi_[A-Za-z0-9]+)_secret_[A-Za-z0-9]+$/.exec(String(secret));
		if (match) return match[1];
		throw sandbox.integrationError(
			`Invalid value for ${caller} intent secret: value should be a client secret of the form \${id}_secret_\${secret}. You specified: ${secret}.`,
		);
	}

	/** Gives `{ data }` for the API or, when the form is not right, `{ error }`. */
	function readMethod(card, billing_details, caller) {
		if (!(card instanceof sandbox.CardElement)) {
			throw sandbox.integrationError(`Invalid value for ${caller}: card should be a card Element.`);
		}
		const read = card.read();
		return read.error ? read : { data: { type: "card", card: read.card, billing_details } };
	}

	function resultOf(intent) {
		const { last_payment_error: error } = intent;
		if (!error) return { paymentIntent: intent };
		return { error: { ...error, payment_intent: intent } };
	}

	class Elements {
		#card = null;

		create(type, options) {
			if (type !== "card") {
				throw sandbox.integrationError(`This double of Stripe.js has no ${type} element.`);
			}
			if (this.#card) {
				throw sandbox.integrationError("Can only create one Element of type card.");
			}
			this.#card = new sandbox.CardElement(options, () => {
				this.#card = null;
			});
			return this.#card;
		}

		getElement(type) {
			return type === "card" ? this.#card : null;
		}

		update() {}
	}

	class StripeClient {
		#key;

		constructor(key) {
			this.#key = key;
		}

		_registerWrapper() {}
		registerAppInfo() {}

		elements() {
			return new Elements();
		}

		async createPaymentMethod({ card, billing_details }) {
			const { data, error } = readMethod(card, billing_details, "createPaymentMethod");
			if (error) return { error };
			const answer = await this.#call("POST", "/payment_methods", data);
			return answer.error ? answer : { paymentMethod: answer.value };
		}

		async retrievePaymentIntent(secret) {
			const id = parseSecret(secret, "stripe.retrievePaymentIntent");
			const answer = await this.#call("GET", `/payment_intents/${id}`, { client_secret: secret });
			return answer.error ? answer : { paymentIntent: answer.value };
		}

		async confirmCardPayment(secret, { payment_method: method, receipt_email } = {}) {
			const caller = "stripe.confirmCardPayment";
			const id = parseSecret(secret, caller);
			const isNew = typeof method === "object";
			const { data, error } = isNew ? readMethod(method.card, method.billing_details, caller) : {};
			if (error) return { error };
			const answer = await this.#call("POST", `/payment_intents/${id}/confirm`, {
				client_secret: secret,
				use_stripe_sdk: true,
				receipt_email,
				payment_method: isNew ? undefined : method,
				payment_method_data: data,
			});
			return answer.error ? answer : this.#finish(answer.value, secret);
		}

		async handleNextAction({ clientSecret }) {
			const answer = await this.retrievePaymentIntent(clientSecret);
			return answer.error ? answer : this.#finish(answer.paymentIntent, clientSecret);
		}

		/** Asks the buyer where 3-D Secure is wanted; everything else is an end. */
		async #finish(intent, client_secret) {
			if (intent.status !== "requires_action") return resultOf(intent);
			const outcome = await sandbox.challenge(intent);
			const path = `/payment_intents/${intent.id}/authenticate`;
			const answer = await this.#call("POST", path, { client_secret, outcome });
			return answer.error ? answer : resultOf(answer.value);
		}

		#call(method, path, params) {
			return sandbox.call(method, path, { key: this.#key, ...params });
		}
	}

	function Stripe(key) {
		if (typeof key !== "string" || !key.startsWith("pk_test_")) {
			throw sandbox.integrationError(
				"Please call Stripe() with your publishable test key, which starts with pk_test_.",
			);
		}
		return new StripeClient(key);
	}

	/** The release train that `@stripe/stripe-js` in package.json expects. */
	Stripe.version = "endive";
	window.Stripe = Stripe;
})(window.stripeSandbox);
