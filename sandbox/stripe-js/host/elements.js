// `stripe.elements()` for a payment whose intent is created later (docs.stripe.com/payments/accept-a-payment-deferred).
((sandbox) => {
	const elementClasses = {
		payment: () => sandbox.PaymentElement,
		expressCheckout: () => sandbox.ExpressCheckoutElement,
	};

	/** Rejects a font that is not a file. Style sheets with fonts (`cssSrc`) are not mocked. */
	function checkFont({ src }) {
		if (/^url\(["']?(https:\/\/|data:)/.test(src ?? "")) return;
		throw sandbox.integrationError(
			`Invalid src value in font configuration: ${src}. URLs have to start with 'https://' or 'data:'.`,
		);
	}

	function checkPayment({ mode, amount, currency }) {
		if (mode !== "payment") {
			throw sandbox.integrationError(
				`Invalid value for elements(): mode should be "payment" in this mock. You specified: ${mode}.`,
			);
		}
		if (!Number.isInteger(amount) || amount <= 0) {
			throw sandbox.integrationError(
				`Invalid value for elements(): amount should be an integer greater than 0. You specified: ${amount}.`,
			);
		}
		if (!/^[a-z]{3}$/.test(currency ?? "")) {
			throw sandbox.integrationError(
				`Invalid value for elements(): currency should be one of the supported currencies. You specified: ${currency}.`,
			);
		}
	}

	sandbox.Elements = class Elements {
		#key;
		#options;
		#elements = new Map();
		/** The element whose details `submit` has collected. */
		#submittedElement = null;

		constructor(key, { fonts = [], ...options } = {}) {
			for (const font of fonts) checkFont(font);
			checkPayment(options);
			this.#key = key;
			this.#options = { ...options, fonts };
		}

		create(type, options) {
			if (!Object.hasOwn(elementClasses, type)) {
				throw sandbox.integrationError(
					`This mock of Stripe.js does not support the ${type} element.`,
				);
			}
			if (this.#elements.has(type)) {
				throw sandbox.integrationError(`Can only create one Element of type ${type}.`);
			}
			const { appearance, fonts, allowedPaymentMethodTypes } = this.#options;
			const element = new (elementClasses[type]())({
				key: this.#key,
				options,
				elementsOptions: { appearance, fonts, allowedPaymentMethodTypes },
				getPayment: () => ({ amount: this.#options.amount, currency: this.#options.currency }),
				onDestroy: () => this.#elements.delete(type),
			});
			this.#elements.set(type, element);
			return element;
		}

		getElement(type) {
			return this.#elements.get(type) ?? null;
		}

		update(options) {
			checkPayment({ ...this.#options, ...options });
			this.#options = { ...this.#options, ...options };
			const { appearance } = options;
			if (appearance)
				for (const element of this.#elements.values())
					element.updateElementsOptions({ appearance });
		}

		async fetchUpdates() {
			return {};
		}

		/** Validates the fields. Returns an error of type `validation_error` if one is invalid. */
		async submit() {
			const [element] = this.#elements.values();
			if (!element) throw sandbox.integrationError("elements.submit() needs a mounted Element.");
			const error = await element.validate();
			if (error) return { error };
			this.#submittedElement = element;
			return { selectedPaymentMethod: "card" };
		}

		/**
		 * @returns `{ value }` or `{ error }`
		 * @throws IntegrationError if `submit` was not called first
		 */
		async createPaymentMethod(billingDetails) {
			if (this.#options.paymentMethodCreation !== "manual") {
				throw sandbox.integrationError(
					'stripe.createPaymentMethod() needs elements that were created with paymentMethodCreation: "manual".',
				);
			}
			const element = this.#submittedElement;
			if (!element) {
				throw sandbox.integrationError(
					"elements.submit() must be called before stripe.createPaymentMethod(). Call elements.submit() as soon as your customer presses pay, before any asynchronous work.",
				);
			}
			this.#submittedElement = null;
			element.checkBilling(billingDetails);
			const result = await element.createPaymentMethod(billingDetails);
			element.complete?.();
			return result;
		}
	};
})(window.stripeSandbox);
