/** A hidden idempotency key: a form submitted several times with the same key places one order. */
const selector = "input[data-form-key]";

function readSavedKey(): string | null {
	const state: unknown = history.state;
	if (!(state instanceof Object && "formKey" in state)) return null;
	return typeof state.formKey === "string" ? state.formKey : null;
}

/**
 * Saves the key of a submitted form in its history entry. A visitor who goes back to the form gets the same key again.
 * A new visit, or the page that shows why a form was rejected, gets a new key from the server.
 */
export function restoreFormKey(): void {
	const field = document.querySelector<HTMLInputElement>(selector);
	if (!field) return;
	field.value = readSavedKey() ?? field.value;
	document.addEventListener("submit", ({ target }) => {
		if (target !== field.form) return;
		history.replaceState({ ...history.state, formKey: field.value }, "");
	});
}
