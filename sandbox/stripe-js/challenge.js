// The 3-D Secure dialog, in the page where Stripe's would be in a frame.
((sandbox) => {
	const make = sandbox.dom.make;

	function amountOf(intent) {
		return new Intl.NumberFormat("en-US", {
			style: "currency",
			currency: intent.currency,
		}).format(intent.amount / 100);
	}

	/** Asks the buyer; resolves to "complete" or, when failed or dismissed, "fail". */
	sandbox.challenge = (intent) =>
		new Promise((resolve) => {
			const host = sandbox.dom.makeHost();
			const complete = make("button", { type: "button", class: "primary" }, [
				"Complete authentication",
			]);
			const fail = make("button", { type: "button" }, ["Fail authentication"]);
			const dialog = make("dialog", { "aria-labelledby": "title", "aria-describedby": "text" }, [
				make("h2", { id: "title" }, ["3D Secure test page"]),
				make("p", { id: "text" }, [
					`Your test bank asks whether you are paying ${amountOf(intent)}. No real bank is involved.`,
				]),
				make("div", { class: "actions" }, [complete, fail]),
			]);

			function finish(outcome) {
				dialog.close();
				host.remove();
				resolve(outcome);
			}
			complete.addEventListener("click", () => {
				finish("complete");
			});
			fail.addEventListener("click", () => {
				finish("fail");
			});
			dialog.addEventListener("cancel", (event) => {
				event.preventDefault();
				finish("fail");
			});
			host.shadowRoot.append(dialog);
			document.body.append(host);
			dialog.showModal();
		});
})(window.stripeSandbox);
