import { describeProblem, signWithPasskey, suggestPasskeys } from "#app/lib/passkeys.client.ts";

/** Submits a separate form, because the one on the page requires an email and a password. */
function logIn(assertion: string): void {
	const form = document.createElement("form");
	form.method = "post";
	for (const [name, value] of Object.entries({ intent: "passkey", passkey: assertion })) {
		const field = document.createElement("input");
		Object.assign(field, { type: "hidden", name, value });
		form.appendChild(field);
	}
	document.body.appendChild(form);
	form.submit();
}

/** Logs in with a passkey when `container`'s button is pressed and, if its `data-passkey` is "suggest", from the email field's suggestions. */
export function startPasskeyLogin(container: HTMLElement): void {
	const button = container.querySelector("button");
	const problem = container.querySelector(".field-error");
	if (!button || !problem) return;
	button.addEventListener("click", async () => {
		if (button.ariaBusy) return;
		button.ariaBusy = "true";
		problem.textContent = null;
		try {
			logIn(await signWithPasskey());
		} catch (error) {
			problem.textContent = describeProblem(error);
		}
		button.ariaBusy = null;
	});
	if (container.dataset.passkey === "suggest") void suggestPasskeys(logIn);
}
