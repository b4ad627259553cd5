import { draftsKey, readStored, removeStored, store } from "#app/lib/safe-storage.ts";

const revealSelector = "input[data-reveals]";
const submitSelector = "input[data-submits]";
const focusKey = "submittedBy";

function showOrHidePassword(checkbox: HTMLInputElement): void {
	const field = document.getElementById(checkbox.dataset.reveals ?? "");
	if (field instanceof HTMLInputElement) field.type = checkbox.checked ? "text" : "password";
}

function onChange({ target }: Event): void {
	if (target instanceof HTMLInputElement && target.matches(revealSelector))
		showOrHidePassword(target);
	if (!(target instanceof HTMLInputElement || target instanceof HTMLSelectElement)) return;
	if (target.matches(submitSelector)) store("sessionStorage", focusKey, target.name);
	if (target.hasAttribute("data-submits")) target.form?.requestSubmit();
}

/** After a checkbox has submitted its form, focuses it again on the new page. */
function restoreFocus(): void {
	const name = readStored("sessionStorage", focusKey);
	removeStored("sessionStorage", focusKey);
	for (const checkbox of document.querySelectorAll<HTMLInputElement>(submitSelector)) {
		if (checkbox.name === name) checkbox.focus({ preventScroll: true });
	}
}

function onFormData({ target, formData }: FormDataEvent): void {
	// The next person to use this tab must not see what was typed.
	if (formData.get("intent") === "signout") removeStored("sessionStorage", draftsKey);
	// Leaves the empty fields of a search out of its URL.
	if (!(target instanceof HTMLFormElement) || target.method !== "get") return;
	for (const [name, value] of [...formData]) {
		if (value === "") formData.delete(name);
	}
}

/** Applies changes that the visitor made before this script ran. */
function applyEarlyChanges(): void {
	for (const checkbox of document.querySelectorAll<HTMLInputElement>(revealSelector)) {
		showOrHidePassword(checkbox);
	}
	for (const checkbox of document.querySelectorAll<HTMLInputElement>(submitSelector)) {
		if (checkbox.checked !== checkbox.defaultChecked) checkbox.form?.requestSubmit();
	}
}

/** When the browser restores the page from the back/forward cache, resets the checkbox that had submitted its form. */
function resetCheckboxes({ persisted }: PageTransitionEvent): void {
	if (!persisted) return;
	for (const checkbox of document.querySelectorAll<HTMLInputElement>(submitSelector)) {
		checkbox.checked = checkbox.defaultChecked;
	}
}

/** A checkbox's `data-reveals` is the id of the password field that it shows. A field with `data-submits` submits its form on change. */
export function watchForms(signal: AbortSignal): void {
	document.addEventListener("change", onChange, { signal });
	document.addEventListener("formdata", onFormData, { signal });
	addEventListener("pageshow", resetCheckboxes, { signal });
	restoreFocus();
	applyEarlyChanges();
}
