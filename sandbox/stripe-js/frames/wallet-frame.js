// The sheet of a test wallet. It sends the chosen test card, or null if the customer cancels, to the shop's page.
((sandbox) => {
	const { createElement } = sandbox;
	const cards = [
		["Pay with Visa 4242", "4242424242424242"],
		["Pay with a card that is declined", "4000000000000002"],
		["Pay with a card that needs 3D Secure", "4000002500003155"],
	];

	sandbox.onChannel(({ name, amount, currency }, port) => {
		const choose = (card) => () => port.postMessage({ card });
		const total = new Intl.NumberFormat("en-US", { style: "currency", currency }).format(
			amount / 100,
		);
		const buttons = cards.map(([label, number]) => {
			const button = createElement("button", { type: "button" }, [label]);
			button.addEventListener("click", choose(number));
			return button;
		});
		const cancel = createElement("button", { type: "button", class: "primary" }, ["Cancel"]);
		cancel.addEventListener("click", choose(null));
		addEventListener("keydown", ({ key }) => key === "Escape" && choose(null)());
		port.onmessage = choose(null);
		document.body.append(
			createElement("main", { class: "bank" }, [
				createElement("h1", {}, [`${name}: ${total}`]),
				createElement("div", { class: "actions" }, [...buttons, cancel]),
			]),
		);
		buttons[0].focus();
	});
})(window.stripeSandbox);
