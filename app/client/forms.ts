const revealing = "input[data-reveals]";
const submitting = "input[data-submits]";

/** A box that makes the password field readable whose id it names. */
function reveal(box: HTMLInputElement): void {
	const field = document.getElementById(box.dataset.reveals ?? "");
	if (field instanceof HTMLInputElement) field.type = box.checked ? "text" : "password";
}

/** A filter is sent as it is chosen. */
function onChange({ target }: Event): void {
	if (target instanceof HTMLInputElement && target.matches(revealing)) reveal(target);
	if (!(target instanceof HTMLInputElement || target instanceof HTMLSelectElement)) return;
	if (target.hasAttribute("data-submits")) target.form?.requestSubmit();
}

/** The address of a search has only what was filled in. */
function dropEmptyFields({ target, formData }: FormDataEvent): void {
	if (!(target instanceof HTMLFormElement) || target.method !== "get") return;
	for (const [name, value] of [...formData]) {
		if (value === "") formData.delete(name);
	}
}

/** Applies what was ticked before this script ran. */
function applyEarlyTicks(root: Document): void {
	for (const box of root.querySelectorAll<HTMLInputElement>(revealing)) reveal(box);
	for (const box of root.querySelectorAll<HTMLInputElement>(submitting)) {
		if (box.checked !== box.defaultChecked) box.form?.requestSubmit();
	}
}

/** A page from the back/forward cache shows what it was sent with, not what was ticked to leave it. */
function resetBoxes({ persisted }: PageTransitionEvent): void {
	if (!persisted) return;
	for (const box of document.querySelectorAll<HTMLInputElement>(submitting)) {
		box.checked = box.defaultChecked;
	}
}

/**
 * Boxes that reveal a password (`data-reveals`: the id of its field), boxes and selects that send their form
 * (`data-submits`), and GET forms, which send no empty fields. @returns what ends that
 */
export function watchForms(root: Document): () => void {
	const ending = new AbortController();
	const { signal } = ending;
	root.addEventListener("change", onChange, { signal });
	root.addEventListener("formdata", dropEmptyFields, { signal });
	addEventListener("pageshow", resetBoxes, { signal });
	applyEarlyTicks(root);
	return () => ending.abort();
}
