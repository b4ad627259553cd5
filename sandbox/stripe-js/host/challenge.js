// 3-D Secure: the bank's page in a frame over the shop's, as Stripe.js shows it.
((sandbox) => {
	const dialogStyle =
		"position: fixed; inset: 0px; margin: auto; border: none; padding: 0px; background: transparent; max-width: none; width: min(440px, calc(100vw - 32px)); box-shadow: 0 12px 40px rgb(0 0 0 / 35%);";
	const frameStyle =
		"border: none; display: block; width: 100%; height: 248px; color-scheme: normal; background: #ffffff;";

	/** Shows the bank's page until the buyer has answered there. @returns the frame's error, or undefined */
	sandbox.challenge = ({ key, secret, intent }) =>
		new Promise((resolve) => {
			const { id, amount, currency } = intent;
			const first = { key, secret, id, amount, currency };
			const attributes = { title: "3D Secure authentication", style: frameStyle };
			const frame = sandbox.openFrame("challenge", attributes, first, ({ error }) => {
				dialog.close();
				dialog.remove();
				frame.close();
				resolve(error);
			});
			const label = { "aria-label": "3D Secure authentication", style: dialogStyle };
			const dialog = sandbox.make("dialog", label, [frame.node]);
			// The bank's page decides, also when it is Escape that was pressed.
			dialog.addEventListener("cancel", (event) => {
				event.preventDefault();
				frame.send({ type: "cancel" });
			});
			document.body.append(dialog);
			dialog.showModal();
		});
})(window.stripeSandbox);
