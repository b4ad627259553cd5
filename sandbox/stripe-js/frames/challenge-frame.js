// The bank's page of 3-D Secure. The buyer's answer goes from here to the API; the shop's page hears that there is one.
((sandbox) => {
	const { make } = sandbox;

	const amountOf = ({ amount, currency }) =>
		new Intl.NumberFormat("en-US", { style: "currency", currency }).format(amount / 100);

	sandbox.onChannel((payment, port) => {
		const complete = make("button", { type: "button", class: "primary" }, [
			"Complete authentication",
		]);
		const fail = make("button", { type: "button" }, ["Fail authentication"]);
		const text = `Your test bank asks whether you are paying ${amountOf(payment)}. No real bank is involved.`;

		async function finish(outcome) {
			complete.disabled = true;
			fail.disabled = true;
			const { error } = await sandbox.call("POST", `/payment_intents/${payment.id}/authenticate`, {
				key: payment.key,
				client_secret: payment.secret,
				outcome,
			});
			port.postMessage({ error });
		}

		complete.addEventListener("click", () => finish("complete"));
		fail.addEventListener("click", () => finish("fail"));
		addEventListener("keydown", ({ key }) => key === "Escape" && finish("fail"));
		port.onmessage = () => finish("fail");
		document.body.append(
			make("main", { class: "bank" }, [
				make("h1", {}, ["3D Secure test page"]),
				make("p", {}, [text]),
				make("div", { class: "actions" }, [complete, fail]),
			]),
		);
		complete.focus();
	});
})(window.stripeSandbox);
