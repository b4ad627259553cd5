// `stripe.elements()`: makes the card element, with the fonts that its frame gets.
((sandbox) => {
	/** A stylesheet of fonts (`cssSrc`) is not mocked; a file is loaded by the frame. */
	function checkFont({ src }) {
		if (/^url\(["']?(https:\/\/|data:)/.test(src ?? "")) return;
		throw sandbox.integrationError(
			`Invalid src value in font configuration: ${src}. URLs have to start with 'https://' or 'data:'.`,
		);
	}

	sandbox.Elements = class Elements {
		#key;
		#fonts;
		#card = null;

		constructor(key, { fonts = [] } = {}) {
			for (const font of fonts) checkFont(font);
			this.#key = key;
			this.#fonts = fonts;
		}

		create(type, options) {
			if (type !== "card") {
				throw sandbox.integrationError(`This double of Stripe.js has no ${type} element.`);
			}
			if (this.#card) {
				throw sandbox.integrationError("Can only create one Element of type card.");
			}
			this.#card = new sandbox.CardElement({
				key: this.#key,
				options,
				fonts: this.#fonts,
				onDestroy: () => {
					this.#card = null;
				},
			});
			return this.#card;
		}

		getElement(type) {
			return type === "card" ? this.#card : null;
		}

		update() {}
	};
})(window.stripeSandbox);
