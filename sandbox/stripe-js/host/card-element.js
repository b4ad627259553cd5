// The card element: `elements.create("card")` (docs.stripe.com/js/element). The fields are in a frame.
((sandbox) => {
	const wrapperStyle =
		"margin: -4px !important; padding: 0px !important; border: none !important; display: block !important; background: transparent !important; position: relative !important; opacity: 1 !important;";
	const frameStyle =
		"border: none !important; margin: 0px !important; padding: 0px !important; width: 1px !important; min-width: 100% !important; overflow: hidden !important; display: block !important; user-select: none !important; color-scheme: normal !important;";
	const nothing = {
		empty: true,
		complete: false,
		brand: "unknown",
		error: undefined,
		value: { postalCode: "" },
	};

	sandbox.CardElement = class CardElement {
		#key;
		#options;
		#fonts;
		#onDestroy;
		#listeners = new Map();
		#answers = new Map();
		#asked = 0;
		#container = null;
		#wrapper = null;
		#frame = null;

		constructor({ key, options = {}, fonts, onDestroy }) {
			this.#key = key;
			this.#options = options;
			this.#fonts = fonts;
			this.#onDestroy = onDestroy;
		}

		mount(target) {
			const container = typeof target === "string" ? document.querySelector(target) : target;
			if (!container) {
				throw sandbox.integrationError(
					`The selector you specified (${target}) applies to no DOM elements that are currently on the page. Make sure the element exists on the page before calling mount().`,
				);
			}
			this.unmount();
			this.#container = container;
			const title = "Secure card payment input frame";
			const first = { key: this.#key, options: this.#options, fonts: this.#fonts };
			const attributes = { title, style: frameStyle };
			this.#frame = sandbox.openFrame("card", attributes, first, (message) => {
				this.#hear(message);
			});
			const inside = { class: "__PrivateStripeElement", style: wrapperStyle };
			this.#wrapper = sandbox.make("div", inside, [this.#frame.node]);
			container.append(this.#wrapper);
			this.#mark(nothing);
		}

		unmount() {
			this.#wrapper?.remove();
			this.#frame?.close();
			const classes = [...(this.#container?.classList ?? [])];
			this.#container?.classList.remove(...classes.filter((name) => /^StripeElement/.test(name)));
			this.#container = null;
			this.#frame = null;
		}

		destroy() {
			this.unmount();
			this.#listeners.clear();
			this.#onDestroy();
		}

		on(name, listener) {
			this.#listeners.set(name, [...(this.#listeners.get(name) ?? []), listener]);
			return this;
		}

		once(name, listener) {
			const once = (event) => {
				this.off(name, once);
				listener(event);
			};
			return this.on(name, once);
		}

		off(name, listener) {
			const rest = (this.#listeners.get(name) ?? []).filter((each) => each !== listener);
			this.#listeners.set(name, listener ? rest : []);
			return this;
		}

		focus() {
			this.#frame?.node.focus();
			this.#frame?.send({ type: "focus" });
		}

		blur() {
			this.#frame?.send({ type: "blur" });
		}

		clear() {
			this.#frame?.send({ type: "clear" });
		}

		update(options) {
			this.#options = { ...this.#options, ...options };
			this.#frame?.send({ type: "options", options });
		}

		/** Has the frame make a payment method of what was typed. @returns `{ value }` or `{ error }` */
		makeMethod(billing_details) {
			if (!this.#frame) {
				throw sandbox.integrationError(
					"We could not retrieve data from the specified Element. Please make sure the Element you are attempting to use is still mounted.",
				);
			}
			this.#asked += 1;
			const id = this.#asked;
			this.#frame.send({ type: "make", id, billing_details });
			return new Promise((resolve) => this.#answers.set(id, resolve));
		}

		#hear({ type, ...details }) {
			if (type === "height") {
				const style = `${frameStyle} height: ${details.height}px;`;
				this.#frame?.node.setAttribute("style", style);
			} else if (type === "made") {
				this.#answers.get(details.id)?.(details.response);
				this.#answers.delete(details.id);
			} else if (type === "submit") {
				this.#container?.closest("form")?.requestSubmit();
			} else {
				if (type === "change") this.#mark(details);
				if (type === "focus" || type === "blur") {
					this.#container?.classList.toggle("StripeElement--focus", type === "focus");
				}
				this.#emit(type, details);
			}
		}

		#mark({ empty, complete, error }) {
			const classes = this.#container?.classList;
			classes?.add("StripeElement");
			classes?.toggle("StripeElement--empty", empty);
			classes?.toggle("StripeElement--complete", complete);
			classes?.toggle("StripeElement--invalid", Boolean(error));
		}

		#emit(name, details) {
			const event = { elementType: "card", ...details };
			for (const listener of this.#listeners.get(name) ?? []) listener(event);
		}
	};
})(window.stripeSandbox);
