/** A hidden field whose value makes one order of a form, however often that is sent. */
const selector = "input[data-form-key]";

function keptKey(): string | null {
	const state: unknown = history.state;
	if (!(state instanceof Object && "formKey" in state)) return null;
	return typeof state.formKey === "string" ? state.formKey : null;
}

/**
 * The key stays with the entry of the browser's history, so that a visitor who goes back to a form that was sent finds the same one.
 * A new visit, and the page that says why a form was rejected, have new ones from the server.
 */
export function keepFormKey(): void {
	const field = document.querySelector<HTMLInputElement>(selector);
	if (!field) return;
	field.value = keptKey() ?? field.value;
	document.addEventListener("submit", ({ target }) => {
		if (target !== field.form) return;
		history.replaceState({ ...history.state, formKey: field.value }, "");
	});
}
