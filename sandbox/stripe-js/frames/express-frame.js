// The script of the Express Checkout Element's iframe: a button for each wallet that the switches enable (`wallet` of
// sandbox/stripe-js/session.ts, `link` of sandbox/stripe/switches.ts).
((sandbox) => {
	const { createElement } = sandbox;
	const buttonHeight = 44;
	const gap = 8;

	sandbox.onChannel(async ({ key, options, elementsOptions }, port) => {
		const post = (type, details) => port.postMessage({ ...details, type });
		let methodType = "card";
		const commands = {
			createPaymentMethod: async ({ id, billing_details, card }) => {
				const result = await sandbox.callApi("POST", "/payment_methods", {
					key,
					type: methodType,
					card: { number: card, exp_month: 12, exp_year: new Date().getFullYear() + 3 },
					billing_details,
				});
				post("answer", { id, result });
			},
		};
		port.onmessage = ({ data }) => commands[data.type]?.(data);

		const { googlePay, link: accountHasLink, error } = await sandbox.readWallets(key);
		if (error) return post("loaderror", { error });
		// Link needs both types: docs.stripe.com/elements/express-checkout-element/accept-a-payment#supported-payment-methods
		const { allowedPaymentMethodTypes: allowedTypes = ["card", "link"] } = elementsOptions;
		const allowsBothTypes = ["card", "link"].every((name) => allowedTypes.includes(name));
		const link = accountHasLink && allowsBothTypes && options.paymentMethods?.link !== "never";
		const addButton = (name, theme, expressPaymentType) => {
			const button = createElement("button", { type: "button", class: `wallet ${theme}` }, [name]);
			button.addEventListener("click", () => {
				methodType = expressPaymentType === "link" ? "link" : "card";
				post("press", { expressPaymentType });
			});
			document.body.append(button);
		};
		if (googlePay) addButton("Google Pay", options.buttonTheme?.googlePay ?? "black", "google_pay");
		if (link) addButton("Pay with Link", "link", "link");
		const buttonCount = document.body.childElementCount;
		post("height", { height: Math.max(0, buttonCount * (buttonHeight + gap) - gap) });
		const otherWallets = { amazonPay: false, applePay: false, paypal: false, klarna: false };
		const availablePaymentMethods =
			buttonCount > 0 ? { ...otherWallets, googlePay, link } : undefined;
		post("ready", { availablePaymentMethods });
	});
})(window.stripeSandbox);
