// The bank's 3-D Secure page. It sends the customer's choice to the API and then tells the shop's page.
((sandbox) => {
	const { createElement } = sandbox;

	const formatAmount = ({ amount, currency }) =>
		new Intl.NumberFormat("en-US", { style: "currency", currency }).format(amount / 100);

	sandbox.onChannel((payment, port) => {
		const completeButton = createElement("button", { type: "button", class: "primary" }, [
			"Complete authentication",
		]);
		const failButton = createElement("button", { type: "button" }, ["Fail authentication"]);
		const text = `Your test bank asks whether you are paying ${formatAmount(payment)}. No real bank is involved.`;

		async function finish(outcome) {
			completeButton.disabled = true;
			failButton.disabled = true;
			const { error } = await sandbox.callApi(
				"POST",
				`/payment_intents/${payment.id}/authenticate`,
				{
					key: payment.key,
					client_secret: payment.secret,
					outcome,
				},
			);
			port.postMessage({ error });
		}

		completeButton.addEventListener("click", () => finish("complete"));
		failButton.addEventListener("click", () => finish("fail"));
		addEventListener("keydown", ({ key }) => key === "Escape" && finish("fail"));
		port.onmessage = () => finish("fail");
		document.body.append(
			createElement("main", { class: "bank" }, [
				createElement("h1", {}, ["3D Secure test page"]),
				createElement("p", {}, [text]),
				createElement("div", { class: "actions" }, [completeButton, failButton]),
			]),
		);
		completeButton.focus();
	});
})(window.stripeSandbox);
