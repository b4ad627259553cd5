// The script of the Express Checkout Element's iframe: a button, if the switch `wallet` is on (sandbox/stripe-js/session.ts).
((sandbox) => {
	const { createElement } = sandbox;

	sandbox.onChannel(async ({ key, options }, port) => {
		const post = (type, details) => port.postMessage({ ...details, type });
		const commands = {
			createPaymentMethod: async ({ id, billing_details, card }) => {
				const result = await sandbox.callApi("POST", "/payment_methods", {
					key,
					type: "card",
					card: { number: card, exp_month: 12, exp_year: new Date().getFullYear() + 3 },
					billing_details,
				});
				post("answer", { id, result });
			},
		};
		port.onmessage = ({ data }) => commands[data.type]?.(data);

		const { wallet, error } = await sandbox.readWallet(key);
		if (error) return post("loaderror", { error });
		if (!wallet) {
			post("height", { height: 0 });
			return post("ready", { availablePaymentMethods: undefined });
		}
		const theme = options.buttonTheme?.googlePay ?? "black";
		const button = createElement("button", { type: "button", class: `wallet ${theme}` }, [
			"Google Pay",
		]);
		button.addEventListener("click", () => post("press", { expressPaymentType: "google_pay" }));
		document.body.append(button);
		post("height", { height: 44 });
		const others = { amazonPay: false, applePay: false, link: false, paypal: false, klarna: false };
		post("ready", { availablePaymentMethods: { ...others, googlePay: true } });
	});
})(window.stripeSandbox);
