// `stripe.elements()`: creates the card element, with the fonts for its frame.
((sandbox) => {
	/** Rejects a font that is not a file. Style sheets with fonts (`cssSrc`) are not mocked. */
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
				throw sandbox.integrationError(`This mock of Stripe.js has no ${type} element.`);
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
