import type { FieldIssue } from "#contract/parse.ts";
import { changeEvents, createFormCheck, findHiddenNames } from "./form-check.client.ts";

function setAttribute(element: Element, name: string, value: string): void {
	if (value) element.setAttribute(name, value);
	else element.removeAttribute(name);
}

/**
 * Shows an error with the markup of app/ui/field.tsx, or removes it if `message` is undefined.
 * @param fields - all fields with the same name, such as a group of radio buttons
 */
function showError(fields: HTMLInputElement[], message: string | undefined): void {
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
	for (const input of fields) setAttribute(input, "aria-invalid", message ? "true" : "");
	const control = field.type === "radio" ? box : field;
	const otherIds = (control.getAttribute("aria-describedby") ?? "").replace(id, "").trim();
	setAttribute(control, "aria-describedby", message ? `${otherIds} ${id}`.trim() : otherIds);
}

/** Shows these errors in the form, and removes all others. */
function showIssues(form: HTMLFormElement, issues: FieldIssue[]): void {
	const fields = [...form.querySelectorAll<HTMLInputElement>("input, select, textarea")];
	for (const name of new Set(fields.map(({ name }) => name))) {
		const message = issues.find(({ field }) => field === name)?.message;
		showError(
			fields.filter((field) => field.name === name),
			message,
		);
	}
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
		const fields = [...form.querySelectorAll<HTMLInputElement>("input, select, textarea")];
		const changedField = fields.find((field) => field === target);
		if (!changedField) return;
		const names = [
			changedField.name,
			...(changedField.type === "radio" ? findHiddenNames(fields) : []),
		];
		for (const changedName of new Set(names)) {
			showError(
				fields.filter(({ name }) => name === changedName),
				undefined,
			);
		}
	};
	const { signal } = controller;
	for (const event of changeEvents) form.addEventListener(event, onChange, { signal });
	form.addEventListener("submit", () => controller.abort(), { once: true });
}
