// React Router leaves `.client` modules, and with this one react-hook-form, out of the server bundle.
import { createFormControl, type FieldErrors, get, set } from "react-hook-form";
import { type FieldIssue, parseInput } from "#contract/parse.ts";
import { getSchema } from "./form-schemas.client.ts";

function toErrors(issues: FieldIssue[]): FieldErrors {
	const errors: FieldErrors = {};
	for (const { field, message } of issues) set(errors, field, { type: "invalid", message });
	return errors;
}

function toIssues(errors: FieldErrors, names: Iterable<string>): FieldIssue[] {
	return [...new Set(names)].flatMap((field) => {
		const error: FieldErrors[string] = get(errors, field);
		return typeof error?.message === "string" ? [{ field, message: error.message }] : [];
	});
}

/** Focuses the first invalid field. Opens each `<details>` with one, because fields in a closed one cannot be focused. */
function focusInvalid(fields: HTMLInputElement[], errors: FieldErrors): void {
	const invalid = fields.filter(({ name }) => get(errors, name));
	for (const field of invalid) field.closest("details")?.setAttribute("open", "");
	invalid[0]?.focus();
}

/** Some password managers fire only `change` when they fill in a field. */
export const changeEvents = ["input", "change"];

/** Hidden fields are not checked, such as those of a new address while a saved one is chosen (app/features/checkout/delivery-fields.tsx). */
export const findHiddenNames = (fields: HTMLInputElement[]): string[] =>
	fields.filter((field) => field.getClientRects().length === 0).map(({ name }) => name);

/** Registers the fields that the form has now. */
function watchFields(
	form: HTMLFormElement,
	show: (issues: FieldIssue[]) => void,
	signal: AbortSignal,
) {
	const schema = getSchema(form);
	const control = createFormControl({
		// react-hook-form focuses an invalid field again in a timer. By then, the user may have corrected the first one, and would be moved to
		// the next while typing.
		shouldFocusError: false,
		resolver: (values) => {
			const parsed = parseInput(schema, values);
			return parsed.success
				? { values, errors: {} }
				: { values: {}, errors: toErrors(parsed.issues) };
		},
	});
	const selector = "input[name], select[name], textarea[name]";
	const fields = [...form.querySelectorAll<HTMLInputElement>(selector)];
	const checkedRadios = fields.filter(({ type, checked }) => type === "radio" && checked);
	for (const field of fields) {
		const { ref, onChange } = control.register(field.name);
		ref(field);
		for (const event of changeEvents) field.addEventListener(event, onChange, { signal });
		if (field.type !== "radio") continue;
		field.addEventListener("input", () => control.clearErrors(findHiddenNames(fields)), { signal });
	}
	// Registering radio buttons unchecks the chosen one, unless it is checked by default.
	for (const { name, value } of checkedRadios) control.setValue(name, value);
	const names = fields.map(({ name }) => name);
	control.subscribe({
		formState: { errors: true },
		callback: ({ errors = {} }) => show(toIssues(errors, names)),
	});
	return { control, fields };
}

/**
 * Creates a check of a form against the schema in its `data-schema`.
 * @param show - called with the errors after each check, and whenever a field changes after a check
 */
export function createFormCheck(show: (issues: FieldIssue[]) => void) {
	let watched: ReturnType<typeof watchFields> | undefined;
	let controller = new AbortController();
	return {
		/** Focuses the first invalid field. Returns whether the form is valid. */
		async run(form: HTMLFormElement): Promise<boolean> {
			controller.abort();
			controller = new AbortController();
			const { control, fields } = watchFields(form, show, controller.signal);
			watched = { control, fields };
			let isValid = false;
			const accept = () => {
				isValid = true;
			};
			await control.handleSubmit(accept, (errors) => focusInvalid(fields, errors))();
			return isValid;
		},
		/** Shows the server's errors until their fields are changed, and focuses the first of these fields. */
		showServerIssues(issues: FieldIssue[]): void {
			if (!watched) return;
			const { control, fields } = watched;
			for (const { field, message } of issues) control.setError(field, { type: "server", message });
			focusInvalid(fields, toErrors(issues));
		},
	};
}

export type FormCheck = ReturnType<typeof createFormCheck>;
