import type { FieldIssue } from "#contract/parse.ts";
import { changeEvents, createFormCheck, findHiddenNames } from "./form-check.client.ts";

const getFields = (form: HTMLFormElement) => [
	...form.querySelectorAll<HTMLInputElement>("input, select, textarea"),
];

/**
 * Shows the error of the fields with this name with the markup of app/ui/field.tsx, or removes it if `message` is undefined.
 * @param allFields - the fields of the form; those of a group of radio buttons have the same name
 */
function showError(allFields: HTMLInputElement[], name: string, message?: string): void {
	const fields = allFields.filter((field) => field.name === name);
	const [field] = fields;
	const box = field?.closest(".field");
	if (!field || !box) return;
	const id = `${field.id || field.name}-error`;
	const error = document.getElementById(id);
	if (!message) error?.remove();
	else if (error) error.textContent = message;
	else {
		const text = document.createElement("p");
		Object.assign(text, { id, className: "field-error", textContent: message });
		box.appendChild(text);
	}
	for (const input of fields) input.ariaInvalid = message ? "true" : null;
	const control = field.type === "radio" ? box : field;
	const otherIds = (control.getAttribute("aria-describedby") ?? "").replace(id, "");
	const ids = `${otherIds} ${message ? id : ""}`.trim();
	if (ids) control.setAttribute("aria-describedby", ids);
	else control.removeAttribute("aria-describedby");
}

/** Shows these errors in the form, and removes all others. */
function showIssues(form: HTMLFormElement, issues: FieldIssue[]): void {
	const fields = getFields(form);
	for (const name of new Set(fields.map((field) => field.name)))
		showError(fields, name, issues.find(({ field }) => field === name)?.message);
	if (issues.length > 0) form.querySelector("[data-form-error]")?.remove();
}

/** Returns a function that checks the form, shows its errors, and returns whether it is valid. */
export function createCheck(form: HTMLFormElement): () => Promise<boolean> {
	const { run } = createFormCheck((issues) => showIssues(form, issues));
	return () => run(form);
}

/** Removes a field's server error when the field is changed or hidden. From the next submission on, `createCheck` shows the errors. */
export function watchRejectedForm(form: HTMLFormElement): void {
	const controller = new AbortController();
	const onChange = ({ target }: Event) => {
		const fields = getFields(form);
		const changedField = fields.find((field) => field === target);
		if (!changedField) return;
		showError(fields, changedField.name);
		if (changedField.type !== "radio") return;
		for (const name of findHiddenNames(fields)) showError(fields, name);
	};
	const { signal } = controller;
	for (const event of changeEvents) form.addEventListener(event, onChange, { signal });
	form.addEventListener("submit", () => controller.abort(), { once: true });
}
