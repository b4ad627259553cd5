import type { FieldValues } from "react-hook-form";
import { useNavigation, useSubmit } from "react-router";
import type { GenericSchema } from "valibot";
import type { FormErrors } from "#app/lib/form-action.ts";
import { CheckedForm, type CheckedFormProps, useFormCheck } from "./form-check.tsx";
import { PostForm, useSingleSubmission } from "./post-form.tsx";

/** `useFormCheck` for a form in the dashboard, which React Router submits. */
export function useValidatedForm<Input extends FieldValues>(
	schema: GenericSchema<Input, FieldValues>,
	serverErrors: FormErrors | undefined,
) {
	const submit = useSubmit();
	const allowSubmission = useSingleSubmission();
	const send = (target: HTMLButtonElement | HTMLFormElement) => allowSubmission() && submit(target);
	const busy = useNavigation().state !== "idle";
	return useFormCheck(schema, serverErrors, { busy, send });
}

export const ValidatedForm = (props: CheckedFormProps) => <CheckedForm as={PostForm} {...props} />;
