// The Payment Element (docs.stripe.com/payments/payment-element), with cards only, and the Express Checkout Element
// (docs.stripe.com/elements/express-checkout-element), with Google Pay and Link.
((sandbox) => {
	/** How long the page may take to call `resolve` or `reject` of the click event, in milliseconds. */
	const clickTimeoutMs = 1_000;
	const sheetStyle =
		"position: fixed; inset: auto 0px 0px; margin: auto; border: none; padding: 0px; max-width: none; width: min(440px, 100vw); box-shadow: 0 -4px 40px rgb(0 0 0 / 35%);";
	const sheetFrameStyle =
		"border: none; display: block; width: 100%; height: 280px; color-scheme: normal; background: #ffffff;";

	sandbox.PaymentElement = class PaymentElement extends sandbox.FrameElement {
		constructor(options) {
			super({ ...options, type: "payment", page: "card", title: "Secure payment input frame" });
		}

		collapse() {}

		/** Shows the errors of the fields and returns the first, or undefined. */
		async validate() {
			return (await this.request("validate")).error;
		}

		createPaymentMethod(billing_details) {
			return this.request("createPaymentMethod", { billing_details });
		}

		/** @throws IntegrationError if the page hides a field of the billing details and does not pass its value */
		checkBilling(details = {}) {
			const fields = this.options.fields?.billingDetails ?? {};
			const missingField = Object.keys(fields).find(
				(name) => fields[name] === "never" && !details[name],
			);
			if (missingField === undefined) return;
			throw sandbox.integrationError(
				`You specified "never" for fields.billing_details.${missingField} when creating the payment Element, but did not pass params.billing_details.${missingField} when calling stripe.createPaymentMethod().`,
			);
		}
	};

	sandbox.ExpressCheckoutElement = class ExpressCheckoutElement extends sandbox.FrameElement {
		#getPayment;
		/** The number of the test card that the customer chose in the wallet. */
		#cardNumber = null;
		#closeSheet = () => undefined;

		constructor({ getPayment, ...options }) {
			super({
				...options,
				type: "expressCheckout",
				page: "express",
				title: "Secure express checkout frame",
			});
			this.#getPayment = getPayment;
		}

		unmount() {
			this.#closeSheet();
			super.unmount();
		}

		checkBilling() {}

		async validate() {
			return undefined;
		}

		createPaymentMethod(billing_details) {
			return this.request("createPaymentMethod", { billing_details, card: this.#cardNumber });
		}

		handle(type, details) {
			if (type !== "press") return false;
			this.#onPress(details);
			return true;
		}

		#onPress({ expressPaymentType }) {
			let isSettled = false;
			const settleOnce = (run) => () => {
				if (isSettled) return;
				isSettled = true;
				run();
			};
			const timer = setTimeout(
				settleOnce(() =>
					console.error(
						"The page did not call resolve() or reject() of the Express Checkout Element's click event in time.",
					),
				),
				clickTimeoutMs,
			);
			const reject = settleOnce(() => clearTimeout(timer));
			const resolve = settleOnce(() => {
				clearTimeout(timer);
				this.#openSheet(expressPaymentType);
			});
			this.emit("click", { expressPaymentType, resolve, reject });
		}

		/** Shows the wallet over the page until the customer pays or cancels. */
		#openSheet(expressPaymentType) {
			const name = expressPaymentType === "link" ? "Test Link" : "Test wallet";
			const firstMessage = { name, ...this.#getPayment() };
			const attributes = { title: "Test wallet", style: sheetFrameStyle };
			const frame = sandbox.createFrame("sheet", attributes, firstMessage, ({ card }) => {
				this.#cardNumber = card;
				if (card === null) {
					this.#closeSheet();
					this.emit("cancel", {});
				} else {
					this.emit("confirm", { expressPaymentType, paymentFailed: () => this.#closeSheet() });
				}
			});
			const dialog = sandbox.createElement(
				"dialog",
				{ "aria-label": "Test wallet", style: sheetStyle },
				[frame.node],
			);
			dialog.addEventListener("cancel", (event) => {
				event.preventDefault();
				frame.send({ type: "cancel" });
			});
			this.#closeSheet = () => {
				dialog.close();
				dialog.remove();
				frame.close();
			};
			document.body.append(dialog);
			dialog.showModal();
		}

		/** Closes the wallet after the payment method was created. */
		complete() {
			this.#closeSheet();
		}
	};
})(window.stripeSandbox);
