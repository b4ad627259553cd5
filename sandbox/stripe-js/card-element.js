// The card element: `elements.create("card")` (docs.stripe.com/js/element).
((sandbox) => {
	const rules = sandbox.cardRules;

	/** Reads the fields together: what Stripe.js tells with a `change` event. */
	function stateOf(fields) {
		const problem = fields.map(sandbox.visibleProblem).find(Boolean);
		return {
			empty: fields.every((field) => !field.input.value),
			complete: fields.every((field) => !field.check()),
			brand: rules.brandOf(fields[0].input.value).name,
			error: problem ? rules.errorOf(problem) : undefined,
			value: { postalCode: "" },
		};
	}

	function setStyle(host, { base = {}, invalid = {} }) {
		for (const name of ["color", "fontFamily", "fontSize", "fontWeight"]) {
			if (base[name]) host.style[name] = base[name];
		}
		const placeholder = base["::placeholder"]?.color;
		if (placeholder) host.style.setProperty("--placeholder", placeholder);
		if (invalid.color) host.style.setProperty("--invalid", invalid.color);
	}

	sandbox.CardElement = class CardElement {
		#fields = sandbox.makeCardFields();
		#host = sandbox.dom.makeHost();
		#listeners = new Map();
		#container = null;
		#told = "";
		#onDestroy;

		constructor(options = {}, onDestroy = () => {}) {
			this.#onDestroy = onDestroy;
			const attributes = { class: "card", role: "group", "aria-label": "Card details" };
			const nodes = this.#fields.map((field) => field.node);
			this.#host.shadowRoot.append(sandbox.dom.make("div", attributes, nodes));
			this.#fields.forEach((field, place) => {
				this.#listenTo(field, this.#fields[place + 1]);
			});
			this.update(options);
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
			container.append(this.#host);
			this.#mark(stateOf(this.#fields));
			setTimeout(() => this.#container === container && this.#emit("ready"), 0);
		}

		unmount() {
			this.#host.remove();
			const classes = [...(this.#container?.classList ?? [])];
			this.#container?.classList.remove(...classes.filter((name) => /^StripeElement/.test(name)));
			this.#container = null;
		}

		destroy() {
			this.unmount();
			this.#listeners.clear();
			this.clear();
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
			this.#fields[0].input.focus();
		}

		blur() {
			for (const { input } of this.#fields) input.blur();
		}

		clear() {
			for (const field of this.#fields) {
				Object.assign(field, { previous: "", left: false });
				field.input.value = "";
			}
			this.#changed();
		}

		/** Heeds `disabled` and `style`; the other options change nothing here. */
		update({ disabled, style }) {
			if (style) setStyle(this.#host, style);
			if (disabled === undefined) return;
			for (const { input } of this.#fields) input.disabled = disabled;
		}

		/** Gives the card as the API's parameters, or the first thing that is wrong, shown from now on. */
		read() {
			for (const field of this.#fields) field.left = true;
			this.#changed();
			const problem = this.#fields.map((field) => field.check()).find(Boolean);
			if (problem) return { error: rules.errorOf(problem) };
			const [number, expiry, cvc] = this.#fields.map(({ input }) => rules.digitsOf(input.value));
			const exp_year = `20${expiry.slice(2)}`;
			return { card: { number, exp_month: expiry.slice(0, 2), exp_year, cvc } };
		}

		#listenTo(field, next) {
			field.input.addEventListener("input", () => {
				for (const each of this.#fields) each.format();
				this.#changed();
				if (next && !next.input.value && !field.check()) next.input.focus();
			});
			field.input.addEventListener("focus", () => this.#setFocus(true));
			field.input.addEventListener("blur", () => {
				field.left = true;
				this.#setFocus(false);
				this.#changed();
			});
			field.input.addEventListener("keydown", ({ key }) => {
				if (key === "Escape") this.#emit("escape");
				if (key === "Enter") this.#container?.closest("form")?.requestSubmit();
			});
		}

		#setFocus(isFocused) {
			this.#container?.classList.toggle("StripeElement--focus", isFocused);
			this.#emit(isFocused ? "focus" : "blur");
		}

		#mark({ empty, complete, error }) {
			for (const field of this.#fields) {
				field.input.setAttribute("aria-invalid", String(Boolean(sandbox.visibleProblem(field))));
			}
			const classes = this.#container?.classList;
			classes?.add("StripeElement");
			classes?.toggle("StripeElement--empty", empty);
			classes?.toggle("StripeElement--complete", complete);
			classes?.toggle("StripeElement--invalid", Boolean(error));
		}

		#changed() {
			const state = stateOf(this.#fields);
			this.#mark(state);
			const told = JSON.stringify(state);
			if (told === this.#told) return;
			this.#told = told;
			this.#emit("change", state);
		}

		#emit(name, details) {
			const event = { elementType: "card", ...details };
			for (const listener of this.#listeners.get(name) ?? []) listener(event);
		}
	};
})(window.stripeSandbox);
