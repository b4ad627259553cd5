import {
	type ChangeEvent,
	type ComponentProps,
	type ElementType,
	type ReactNode,
	type SubmitEvent as ReactSubmitEvent,
	useState,
} from "react";
import { flushSync } from "react-dom";
import type { GenericSchema } from "valibot";
import type { FormErrors } from "#app/lib/form-action.ts";
import { parseForm } from "#app/lib/form-input.ts";
import type { FieldIssue } from "#contract/parse.ts";
import { Button } from "./button.tsx";
import { FormError } from "./field.tsx";

/** The second is the name of a field in a list's row: "priceBreaks.0.price". */
type FieldName<Input> = (keyof Input & string) | `${keyof Input & string}.${number}.${string}`;

/** What the browser has found since the server's last answer. */
type Check = { serverErrors: FormErrors | undefined; issues: FieldIssue[]; wasRejected: boolean };

/**
 * Validates a `<form method="post" noValidate>` with the action's schema when it is submitted, unless the button has
 * `formNoValidate`, and from then on each field that changes. Without JavaScript only the action validates, with the same messages.
 * @param serverErrors the errors that the action returned
 * @returns props of the form and, from `field`, of its fields. `formErrors` is `serverErrors` until validation in the browser fails.
 */
export function useFormCheck<Input>(
	schema: GenericSchema<Input, unknown>,
	serverErrors: FormErrors | undefined,
	busy: boolean,
) {
	const [lastCheck, setLastCheck] = useState<Check>();
	const check = lastCheck?.serverErrors === serverErrors ? lastCheck : undefined;
	const issues = check?.issues ?? serverErrors?.issues ?? [];
	const listIssues = (form: HTMLFormElement): FieldIssue[] => {
		const parsed = parseForm(new FormData(form), schema);
		return parsed.success ? [] : parsed.issues;
	};
	const setIssues = (issues: FieldIssue[], wasRejected = check?.wasRejected ?? false) =>
		setLastCheck({ serverErrors, issues, wasRejected });
	const onSubmit = (event: ReactSubmitEvent<HTMLFormElement>) => {
		const { currentTarget: form, nativeEvent } = event;
		if (busy) return event.preventDefault();
		if (nativeEvent.submitter?.hasAttribute("formnovalidate")) return;
		const found = listIssues(form);
		if (found.length === 0) return setIssues([]);
		event.preventDefault();
		flushSync(() => setIssues(found, true));
		const invalidField = form.querySelector<HTMLElement>("[aria-invalid]");
		// It may be in a group that was closed.
		invalidField?.closest("details")?.setAttribute("open", "");
		invalidField?.focus();
	};
	const checkField = (form: HTMLFormElement, name: string) => {
		const others = issues.filter(({ field }) => field !== name);
		setIssues([...others, ...listIssues(form).filter(({ field }) => field === name)]);
	};
	const onChange = ({ currentTarget, target }: ChangeEvent<HTMLFormElement>) => {
		if (lastCheck || serverErrors) checkField(currentTarget, target.name);
	};
	const field = (name: FieldName<Input>, initial?: string | null) => ({
		name,
		defaultValue: serverErrors?.values[name] ?? initial ?? undefined,
		autoFocus: serverErrors?.issues[0]?.field === name,
		error: issues.find((issue) => issue.field === name)?.message,
	});
	const formErrors = check?.wasRejected ? undefined : serverErrors;
	return { onSubmit, onChange, field, checkField, busy, formErrors };
}

export type CheckedFormProps = Pick<ComponentProps<"form">, "encType" | "children"> & {
	form: Pick<ReturnType<typeof useFormCheck>, "onSubmit" | "onChange" | "busy" | "formErrors">;
	submit: string;
	/** The address of the page by default. */
	action?: string;
	isUploading?: boolean;
	after?: ReactNode;
};

export function CheckedForm(props: CheckedFormProps & { as: ElementType }) {
	const { as: Form, form, submit, isUploading = false, after, children, ...rest } = props;
	const { onSubmit, onChange, busy, formErrors } = form;
	return (
		<Form
			method="post"
			noValidate
			onSubmit={onSubmit}
			onChange={onChange}
			className="stack"
			{...rest}
		>
			{children}
			<FormError errors={formErrors} />
			<Button type="submit" variant="primary" busy={busy || isUploading} disabled={isUploading}>
				{submit}
			</Button>
			{after}
		</Form>
	);
}
