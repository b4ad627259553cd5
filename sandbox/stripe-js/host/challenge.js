// 3-D Secure: shows the bank's page in a dialog on the shop's page, as Stripe.js does.
((sandbox) => {
	const dialogStyle =
		"position: fixed; inset: 0px; margin: auto; border: none; padding: 0px; background: transparent; max-width: none; width: min(440px, calc(100vw - 32px)); box-shadow: 0 12px 40px rgb(0 0 0 / 35%);";
	const frameStyle =
		"border: none; display: block; width: 100%; height: 248px; color-scheme: normal; background: #ffffff;";

	/** Shows the bank's page until the customer completes or fails the authentication. Resolves to an error or undefined. */
	sandbox.showChallenge = ({ key, secret, intent }) =>
		new Promise((resolve) => {
			const { id, amount, currency } = intent;
			const firstMessage = { key, secret, id, amount, currency };
			const attributes = { title: "3D Secure authentication", style: frameStyle };
			const frame = sandbox.createFrame("challenge", attributes, firstMessage, ({ error }) => {
				dialog.close();
				dialog.remove();
				frame.close();
				resolve(error);
			});
			const dialogAttributes = { "aria-label": "3D Secure authentication", style: dialogStyle };
			const dialog = sandbox.createElement("dialog", dialogAttributes, [frame.node]);
			// Escape must not close the dialog by itself: the bank's page fails the authentication, then closes it.
			dialog.addEventListener("cancel", (event) => {
				event.preventDefault();
				frame.send({ type: "cancel" });
			});
			document.body.append(dialog);
			dialog.showModal();
		});
})(window.stripeSandbox);
