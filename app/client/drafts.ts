import { readDraft, saveDraft, sentOrderName } from "#app/lib/stored-drafts.ts";
import { keptByScriptField } from "#app/lib/submitted-values.ts";

type Field = HTMLInputElement | HTMLTextAreaElement;

const getFields = (form: HTMLFormElement): Field[] => [
	...form.querySelectorAll<Field>("input[name]:not([type=hidden]), textarea[name]"),
];

function restore(field: Field, value: string): void {
	if (field instanceof HTMLInputElement && field.type === "radio") {
		// A saved address that was removed in the meantime has no field. The form then keeps its default.
		field.checked ||= field.value === value;
		return;
	}
	if (value !== "") field.closest("details")?.setAttribute("open", "");
	// A value that the browser has restored is newer than the draft.
	if (field.value === value || field.value !== field.defaultValue) return;
	field.value = value;
	// Listeners update the order's total and remove the field's server error, so send the event only after a change.
	field.dispatchEvent(new Event("input", { bubbles: true }));
}

function restoreDraft(form: HTMLFormElement, draft: URLSearchParams): void {
	for (const field of getFields(form)) {
		const value = draft.get(field.name);
		if (value !== null) restore(field, value);
	}
}

function readValues(form: HTMLFormElement): URLSearchParams {
	const formData = new FormData(form);
	const values = getFields(form).map(({ name }) => [name, String(formData.get(name) ?? "")]);
	return new URLSearchParams([...values, ["initialQuantity", form.dataset.initialQuantity ?? ""]]);
}

/** Saves the values of a form with `data-draft`. */
function saveForm(account: string, form: HTMLFormElement | null): void {
	if (form?.dataset.draft) saveDraft(account, form.dataset.draft, readValues(form));
}

/**
 * A visitor whose submitted form placed no order, for example because the session had ended or the tool was withdrawn, gets the submitted
 * values back in the same form. Placing an order removes them (app/shell/dashboard-scripts.tsx).
 */
function restoreSentOrder(account: string, form: HTMLFormElement): void {
	const sentOrder = readDraft(account, sentOrderName);
	saveDraft(account, sentOrderName, null);
	if (sentOrder.get("action") !== form.action) return;
	restoreDraft(form, sentOrder);
	saveForm(account, form);
}

/**
 * Saves the values of a form with `data-draft` (the draft's name) until it is submitted, per tab and account, so that visitors don't have to
 * type their address again after going back to the basket or reloading the page.
 * @param account - the email, or "" if signed out
 */
export function watchDrafts(account: string): void {
	for (const form of document.querySelectorAll<HTMLFormElement>("form[data-draft]")) {
		const draft = readDraft(account, form.dataset.draft ?? "");
		// The quantity that the visitor has since chosen on the tool's page replaces the one in the draft.
		if (draft.get("initialQuantity") !== form.dataset.initialQuantity) draft.delete("quantity");
		restoreDraft(form, draft);
	}
	for (const form of document.querySelectorAll<HTMLFormElement>("form[data-order]"))
		restoreSentOrder(account, form);
	const save = ({ target }: Event) =>
		saveForm(account, target instanceof Element ? target.closest("form") : null);
	document.addEventListener("input", save);
	// Browsers and password managers may fire only this event when they fill in an address.
	document.addEventListener("change", save);
	document.addEventListener("submit", ({ target, defaultPrevented }) => {
		if (defaultPrevented || !(target instanceof HTMLFormElement)) return;
		if (target.dataset.draft) saveDraft(account, target.dataset.draft, null);
		if (!target.matches("[data-order]")) return;
		const values = readValues(target);
		values.set("action", target.action);
		saveDraft(account, sentOrderName, values);
	});
	document.addEventListener("formdata", ({ target, formData }) => {
		const isOrder = target instanceof HTMLFormElement && target.matches("[data-order]");
		// Tells the shop that this tab keeps the values, so that a login page need not contain them. If storage is blocked, it must.
		if (isOrder && readDraft(account, sentOrderName).has("action"))
			formData.set(keptByScriptField, "");
	});
}
