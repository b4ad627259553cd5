import { readDraft, saveDraft } from "#app/lib/stored-drafts.ts";

type Field = HTMLInputElement | HTMLTextAreaElement;

const getFields = (form: HTMLFormElement): Field[] => [
	...form.querySelectorAll<Field>("input[name]:not([type=hidden]), textarea[name]"),
];

function restore(field: Field, value: string): void {
	if (field instanceof HTMLInputElement && field.type === "radio") {
		field.checked = field.value === value;
		return;
	}
	// A value that the browser has restored is newer than the draft.
	if (field.value === field.defaultValue) field.value = value;
	if (value !== "") field.closest("details")?.setAttribute("open", "");
}

/**
 * Saves the values of a form with `data-draft` (the draft's name) until it is submitted, per tab and account, so that visitors don't have to
 * type their address again after going back to the basket or reloading the page.
 * @param account - the email, or "" if signed out
 */
export function watchDrafts(account: string): void {
	for (const form of document.querySelectorAll<HTMLFormElement>("form[data-draft]")) {
		const draft = readDraft(account, form.dataset.draft ?? "");
		for (const field of getFields(form)) {
			const value = draft.get(field.name);
			if (value !== null) restore(field, value);
		}
	}
	document.addEventListener("input", ({ target }) => {
		const form = target instanceof Element ? target.closest("form") : null;
		if (!form?.dataset.draft) return;
		const data = new FormData(form);
		const values = getFields(form).map((field) => [field.name, String(data.get(field.name) ?? "")]);
		saveDraft(account, form.dataset.draft, new URLSearchParams(values));
	});
	document.addEventListener("submit", ({ target, defaultPrevented }) => {
		if (defaultPrevented || !(target instanceof HTMLFormElement) || !target.dataset.draft) return;
		saveDraft(account, target.dataset.draft, null);
	});
}
