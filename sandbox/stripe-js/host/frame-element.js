// The base class of elements (docs.stripe.com/js/element). Their content is in a cross-origin frame.
((sandbox) => {
	const wrapperStyle =
		"margin: -4px !important; padding: 0px !important; border: none !important; display: block !important; background: transparent !important; position: relative !important; opacity: 1 !important;";
	const frameStyle =
		"border: none !important; margin: 0px !important; padding: 0px !important; width: 1px !important; min-width: 100% !important; overflow: hidden !important; display: block !important; user-select: none !important; color-scheme: normal !important;";
	sandbox.FrameElement = class FrameElement {
		#type;
		#page;
		#title;
		#key;
		#options;
		#elementsOptions;
		#onDestroy;
		#listeners = new Map();
		/** The `resolve` functions of pending requests to the frame, by id. */
		#pendingRequests = new Map();
		#lastRequestId = 0;
		#container = null;
		#wrapper = null;
		#frame = null;

		/** @param elementsOptions - the options of the Elements object that the frame needs */
		constructor({ type, page, title, key, options = {}, elementsOptions, onDestroy }) {
			this.#type = type;
			this.#page = page;
			this.#title = title;
			this.#key = key;
			this.#options = options;
			this.#elementsOptions = elementsOptions;
			this.#onDestroy = onDestroy;
		}

		get options() {
			return this.#options;
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
			const firstMessage = {
				key: this.#key,
				options: this.#options,
				elementsOptions: this.#elementsOptions,
			};
			const attributes = { title: this.#title, style: frameStyle };
			this.#frame = sandbox.createFrame(this.#page, attributes, firstMessage, (message) => {
				this.#onMessage(message);
			});
			const wrapperAttributes = { class: "__PrivateStripeElement", style: wrapperStyle };
			this.#wrapper = sandbox.createElement("div", wrapperAttributes, [this.#frame.node]);
			container.append(this.#wrapper);
			this.#updateClasses({ empty: true, complete: false });
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
			const onceListener = (event) => {
				this.off(name, onceListener);
				listener(event);
			};
			return this.on(name, onceListener);
		}

		off(name, listener) {
			const others = (this.#listeners.get(name) ?? []).filter((other) => other !== listener);
			this.#listeners.set(name, listener ? others : []);
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

		/** Applies changed options of the Elements object, such as its appearance. */
		updateElementsOptions(elementsOptions) {
			this.#elementsOptions = { ...this.#elementsOptions, ...elementsOptions };
			this.#frame?.send({ type: "elementsOptions", elementsOptions });
		}

		send(message) {
			this.#frame?.send(message);
		}

		/** Sends a request to the frame and returns its response. */
		request(type, details) {
			if (!this.#frame) {
				throw sandbox.integrationError(
					"We could not retrieve data from the specified Element. Please make sure the Element you are attempting to use is still mounted.",
				);
			}
			this.#lastRequestId += 1;
			const id = this.#lastRequestId;
			this.#frame.send({ ...details, type, id });
			return new Promise((resolve) => this.#pendingRequests.set(id, resolve));
		}

		/** Handles a message from the frame. Subclasses override this and return whether they handled it. */
		handle() {
			return false;
		}

		#onMessage({ type, ...details }) {
			if (type === "height") {
				const style = `${frameStyle} height: ${details.height}px;`;
				this.#frame?.node.setAttribute("style", style);
			} else if (type === "answer") {
				this.#pendingRequests.get(details.id)?.(details.result);
				this.#pendingRequests.delete(details.id);
			} else if (type === "submit") {
				this.#container?.closest("form")?.requestSubmit();
			} else if (!this.handle(type, details)) {
				if (type === "change") this.#updateClasses(details);
				if (type === "focus" || type === "blur") {
					this.#container?.classList.toggle("StripeElement--focus", type === "focus");
				}
				this.emit(type, details);
			}
		}

		#updateClasses({ empty, complete, error }) {
			const classes = this.#container?.classList;
			classes?.add("StripeElement");
			classes?.toggle("StripeElement--empty", empty);
			classes?.toggle("StripeElement--complete", complete);
			classes?.toggle("StripeElement--invalid", Boolean(error));
		}

		emit(name, details) {
			const event = { elementType: this.#type, ...details };
			for (const listener of this.#listeners.get(name) ?? []) listener(event);
		}
	};
})(window.stripeSandbox);
