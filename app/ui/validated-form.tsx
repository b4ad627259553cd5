import { type SubmitEvent as ReactSubmitEvent, useEffect, useRef, useState } from "react";
import { useNavigation, useSubmit } from "react-router";
import type { FormCheck } from "#app/client/form-check.client.ts";
import type { SchemaName } from "#app/client/form-schemas.client.ts";
import type { FormErrors } from "#app/lib/form-action.ts";
import { withTimeout } from "#app/lib/load-chunk.ts";
import { formCheckTimeoutMs } from "#contract/limits.ts";
import type { FieldIssue } from "#contract/parse.ts";
import { createGetFieldProps } from "./form-fields.ts";
import { FormLayout, type FormLayoutProps } from "./form-layout.tsx";
import { PostForm, useSingleSubmission } from "./post-form.tsx";

/** Returns a function that loads the form's check on its first call. */
function useFormCheck(show: (issues: FieldIssue[]) => void): () => Promise<FormCheck> {
	const check = useRef<Promise<FormCheck>>(null);
	return () => {
		check.current ??= withTimeout(
			import("#app/client/form-check.client.ts"),
			formCheckTimeoutMs,
		).then(({ createFormCheck }) => createFormCheck(show));
		// The next call tries again.
		check.current.catch(() => {
			check.current = null;
		});
		return check.current;
	};
}

/** The issues of a check, and the server's errors that the form had at the time. */
type CheckResult = { serverErrors: FormErrors | undefined; issues: FieldIssue[] };

/**
 * Validates a dashboard form against a schema before React Router submits it, unless the button has `formNoValidate`. Without
 * JavaScript, or if the check cannot be loaded or fails, only the action validates, with the same messages.
 * @param serverErrors - the errors that the action returned
 * @returns the form's props (`formProps`), a function that returns a field's props (`getFieldProps`), and `formErrors`: the server's errors, until
 * validation in the browser fails
 */
export function useValidatedForm<Name extends SchemaName>(
	schema: Name,
	serverErrors: FormErrors | undefined,
) {
	const submit = useSubmit();
	const allowSubmission = useSingleSubmission();
	const [isChecking, setIsChecking] = useState(false);
	const isSubmitting = useNavigation().state !== "idle";
	const latestErrors = useRef(serverErrors);
	const [lastCheck, setLastCheck] = useState<CheckResult>();
	const [dismissedErrors, setDismissedErrors] = useState<FormErrors>();
	const loadCheck = useFormCheck((issues) =>
		setLastCheck({ serverErrors: latestErrors.current, issues }),
	);
	useEffect(() => {
		if (latestErrors.current === serverErrors) return;
		latestErrors.current = serverErrors;
		const issues = serverErrors?.issues ?? [];
		loadCheck().then(
			({ showServerIssues }) => showServerIssues(issues),
			() => undefined,
		);
	});
	const validateAndSubmit = async (
		form: HTMLFormElement,
		target: HTMLButtonElement | HTMLFormElement,
	) => {
		setIsChecking(true);
		const isValid = await loadCheck()
			.then(({ run }) => run(form))
			.catch(() => true);
		setIsChecking(false);
		if (!isValid) setDismissedErrors(serverErrors);
		else if (form.isConnected && allowSubmission()) await submit(target);
	};
	const busy = isChecking || isSubmitting;
	const onSubmit = (event: ReactSubmitEvent<HTMLFormElement>) => {
		const { currentTarget, nativeEvent } = event;
		const { submitter } = nativeEvent;
		if (!isSubmitting && submitter?.hasAttribute("formnovalidate")) return;
		event.preventDefault();
		const target = submitter instanceof HTMLButtonElement ? submitter : currentTarget;
		if (!busy) void validateAndSubmit(currentTarget, target);
	};
	const issues =
		lastCheck?.serverErrors === serverErrors ? lastCheck?.issues : serverErrors?.issues;
	const formErrors = serverErrors === dismissedErrors ? undefined : serverErrors;
	const getFieldProps = createGetFieldProps<Name>(serverErrors, issues);
	const formProps = { "data-schema": schema, onSubmit, onFocus: loadCheck };
	return { formProps, getFieldProps, busy, formErrors };
}

type ValidatedFormProps = FormLayoutProps & {
	form: Pick<ReturnType<typeof useValidatedForm>, "formProps" | "busy" | "formErrors">;
};

export const ValidatedForm = ({ form, ...props }: ValidatedFormProps) => (
	<FormLayout
		as={PostForm}
		busy={form.busy}
		errors={form.formErrors}
		{...form.formProps}
		{...props}
	/>
);
