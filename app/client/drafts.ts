import { readStored, removeStored, store } from "#app/lib/safe-storage.ts";

type Field = HTMLInputElement | HTMLTextAreaElement;

const fieldsOf = (form: HTMLFormElement): Field[] => [
	...form.querySelectorAll<Field>("input[name]:not([type=hidden]), textarea[name]"),
];

function restore(field: Field, value: string): void {
	if (field instanceof HTMLInputElement && field.type === "radio") {
		field.checked = field.value === value;
		return;
	}
	// What the browser has restored is newer.
	if (field.value === field.defaultValue) field.value = value;
	if (value !== "") field.closest("details")?.setAttribute("open", "");
}

const storageKey = "drafts";

/**
 * Keeps what is typed into a form with `data-draft`, its name, until it is submitted, in this tab and for this account: who goes back to the
 * basket to change a quantity, or loads the page again, does not type the address again. Before hydration, as react-hook-form reads the fields then.
 * @param account "" for a visitor
 */
export function keepDrafts(account: string): void {
	const stored = new URLSearchParams(readStored("sessionStorage", storageKey) ?? "");
	// Nobody sees what another account has typed in this tab.
	const isOwn = stored.get("account") === account;
	if (!isOwn) removeStored("sessionStorage", storageKey);
	const drafts = isOwn ? stored : new URLSearchParams({ account });
	const nameOf = (form: EventTarget | null) =>
		form instanceof HTMLFormElement ? form.dataset.draft : undefined;
	for (const form of document.querySelectorAll<HTMLFormElement>("form[data-draft]")) {
		const draft = new URLSearchParams(drafts.get(nameOf(form) ?? "") ?? "");
		for (const field of fieldsOf(form)) {
			const value = draft.get(field.name);
			if (value !== null) restore(field, value);
		}
	}
	document.addEventListener("input", ({ target }) => {
		const form = target instanceof Element ? target.closest("form") : null;
		const name = nameOf(form);
		if (!form || !name) return;
		const data = new FormData(form);
		const typed = fieldsOf(form).map((field) => [field.name, String(data.get(field.name) ?? "")]);
		drafts.set(name, String(new URLSearchParams(typed)));
		store("sessionStorage", storageKey, String(drafts));
	});
	document.addEventListener("submit", ({ target, defaultPrevented }) => {
		const name = nameOf(target);
		if (defaultPrevented || !name) return;
		drafts.delete(name);
		store("sessionStorage", storageKey, String(drafts));
	});
}
