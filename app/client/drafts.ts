import { readDraft, saveDraft, sentOrderName } from "#app/lib/stored-drafts.ts";

type Field = HTMLInputElement | HTMLTextAreaElement;

const getFields = (form: HTMLFormElement): Field[] => [
	...form.querySelectorAll<Field>("input[name]:not([type=hidden]), textarea[name]"),
];

function restore(field: Field, value: string): void {
	if (field instanceof HTMLInputElement && field.type === "radio") {
		field.checked = field.value === value;
		return;
	}
	if (value !== "") field.closest("details")?.setAttribute("open", "");
	// A value that the browser has restored is newer than the draft.
	if (field.value === value || field.value !== field.defaultValue) return;
	field.value = value;
	// Updates the total of an order. Removes the server's error at a field, so the event must not be sent without a change.
	field.dispatchEvent(new Event("input", { bubbles: true }));
}

function restoreDraft(form: HTMLFormElement, draft: URLSearchParams): void {
	for (const field of getFields(form)) {
		const value = draft.get(field.name);
		if (value !== null) restore(field, value);
	}
}

function readValues(form: HTMLFormElement): URLSearchParams {
	const data = new FormData(form);
	return new URLSearchParams(
		getFields(form).map(({ name }) => [name, String(data.get(name) ?? "")]),
	);
}

/**
 * If the session has ended, submitting an order form leads to the login, and from there to the form's action. No link leads to that URL, so
 * the submitted values are restored only there.
 */
function restoreSentOrder(account: string, form: HTMLFormElement): void {
	const sentOrder = readDraft(account, sentOrderName);
	saveDraft(account, sentOrderName, null);
	const isFromLogin = location.href === form.action && sentOrder.get("action") === form.action;
	if (!isFromLogin) return;
	restoreDraft(form, sentOrder);
	if (form.dataset.draft) saveDraft(account, form.dataset.draft, readValues(form));
}

/**
 * Saves the values of a form with `data-draft` (the draft's name) until it is submitted, per tab and account, so that visitors don't have to
 * type their address again after going back to the basket or reloading the page.
 * @param account - the email, or "" if signed out
 */
export function watchDrafts(account: string): void {
	for (const form of document.querySelectorAll<HTMLFormElement>("form[data-draft]")) {
		restoreDraft(form, readDraft(account, form.dataset.draft ?? ""));
	}
	for (const form of document.querySelectorAll<HTMLFormElement>("form[data-order]"))
		restoreSentOrder(account, form);
	const save = ({ target }: Event) => {
		const form = target instanceof Element ? target.closest("form") : null;
		if (!form?.dataset.draft) return;
		saveDraft(account, form.dataset.draft, readValues(form));
	};
	document.addEventListener("input", save);
	// Browsers and password managers may fill in an address with this event only.
	document.addEventListener("change", save);
	document.addEventListener("submit", ({ target, defaultPrevented }) => {
		if (defaultPrevented || !(target instanceof HTMLFormElement)) return;
		if (target.dataset.draft) saveDraft(account, target.dataset.draft, null);
		if (!target.matches("[data-order]")) return;
		const values = readValues(target);
		values.set("action", target.action);
		saveDraft(account, sentOrderName, values);
	});
}
