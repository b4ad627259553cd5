const revealBoxes = "input[data-reveals]";
const submitBoxes = "input[data-submits]";

/** Shows or hides the password in the field that the checkbox names. */
function showOrHidePassword(box: HTMLInputElement): void {
	const field = document.getElementById(box.dataset.reveals ?? "");
	if (field instanceof HTMLInputElement) field.type = box.checked ? "text" : "password";
}

function onChange({ target }: Event): void {
	if (target instanceof HTMLInputElement && target.matches(revealBoxes)) showOrHidePassword(target);
	if (!(target instanceof HTMLInputElement || target instanceof HTMLSelectElement)) return;
	if (target.hasAttribute("data-submits")) target.form?.requestSubmit();
}

/** Leaves empty fields out of the URL of a search. */
function dropEmptyFields({ target, formData }: FormDataEvent): void {
	if (!(target instanceof HTMLFormElement) || target.method !== "get") return;
	for (const [name, value] of [...formData]) {
		if (value === "") formData.delete(name);
	}
}

/** Applies changes that the visitor made before this script ran. */
function applyEarlyChanges(root: Document): void {
	for (const box of root.querySelectorAll<HTMLInputElement>(revealBoxes)) showOrHidePassword(box);
	for (const box of root.querySelectorAll<HTMLInputElement>(submitBoxes)) {
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

/**
 * Handles checkboxes that show a password (`data-reveals`: the id of its field), checkboxes and selects that submit
 * their form (`data-submits`; changes from before hydration count for checkboxes only), and the empty fields of GET forms.
 * @returns a function that stops it
 */
export function watchForms(root: Document): () => void {
	const controller = new AbortController();
	const { signal } = controller;
	root.addEventListener("change", onChange, { signal });
	root.addEventListener("formdata", dropEmptyFields, { signal });
	addEventListener("pageshow", resetBoxes, { signal });
	applyEarlyChanges(root);
	return () => controller.abort();
}
