const revealBoxes = "input[data-reveals]";
const submitBoxes = "input[data-submits]";

function showOrHidePassword(box: HTMLInputElement): void {
	const field = document.getElementById(box.dataset.reveals ?? "");
	if (field instanceof HTMLInputElement) field.type = box.checked ? "text" : "password";
}

function onChange({ target }: Event): void {
	if (target instanceof HTMLInputElement && target.matches(revealBoxes)) showOrHidePassword(target);
	if (!(target instanceof HTMLInputElement || target instanceof HTMLSelectElement)) return;
	if (target.hasAttribute("data-submits")) target.form?.requestSubmit();
}

function dropEmptyFields({ target, formData }: FormDataEvent): void {
	if (!(target instanceof HTMLFormElement) || target.method !== "get") return;
	for (const [name, value] of [...formData]) {
		if (value === "") formData.delete(name);
	}
}

/** Applies changes that the visitor made before this script ran. */
function applyEarlyChanges(): void {
	for (const box of document.querySelectorAll<HTMLInputElement>(revealBoxes)) {
		showOrHidePassword(box);
	}
	for (const box of document.querySelectorAll<HTMLInputElement>(submitBoxes)) {
		if (box.checked !== box.defaultChecked) box.form?.requestSubmit();
	}
}

/** On a page from the back/forward cache, undoes the change that led to the next page. */
function resetBoxes({ persisted }: PageTransitionEvent): void {
	if (!persisted) return;
	for (const box of document.querySelectorAll<HTMLInputElement>(submitBoxes)) {
		box.checked = box.defaultChecked;
	}
}

/** `data-reveals` names the password field that a checkbox shows. A field with `data-submits` submits its form. */
export function watchForms(signal: AbortSignal): void {
	document.addEventListener("change", onChange, { signal });
	document.addEventListener("formdata", dropEmptyFields, { signal });
	addEventListener("pageshow", resetBoxes, { signal });
	applyEarlyChanges();
}
