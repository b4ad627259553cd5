// The sheet of a test wallet. It sends the shop's page the chosen test card, or null if the customer cancels.
((sandbox) => {
	const { createElement } = sandbox;
	const cards = [
		["Pay with Visa 4242", "4242424242424242"],
		["Pay with a card that is declined", "4000000000000002"],
		["Pay with a card that needs 3D Secure", "4000002500003155"],
	];

	sandbox.onChannel(({ name, amount, currency }, port) => {
		const createChooseHandler = (card) => () => port.postMessage({ card });
		const total = new Intl.NumberFormat("en-US", { style: "currency", currency }).format(
			amount / 100,
		);
		const buttons = cards.map(([label, number]) => {
			const button = createElement("button", { type: "button" }, [label]);
			button.addEventListener("click", createChooseHandler(number));
			return button;
		});
		const cancelButton = createElement("button", { type: "button", class: "primary" }, ["Cancel"]);
		cancelButton.addEventListener("click", createChooseHandler(null));
		addEventListener("keydown", ({ key }) => key === "Escape" && createChooseHandler(null)());
		port.onmessage = createChooseHandler(null);
		document.body.append(
			createElement("main", { class: "bank" }, [
				createElement("h1", {}, [`${name}: ${total}`]),
				createElement("div", { class: "actions" }, [...buttons, cancelButton]),
			]),
		);
		buttons[0].focus();
	});
})(window.stripeSandbox);
