import type { FieldValues } from "react-hook-form";
import { useNavigation, useSubmit } from "react-router";
import type { GenericSchema } from "valibot";
import type { FormErrors } from "#app/lib/form-action.ts";
import { FormLayout, type FormLayoutProps, useFormValidation } from "./form-validation.tsx";
import { PostForm, useSingleSubmission } from "./post-form.tsx";

/** `useFormValidation` for a form in the dashboard, which React Router submits. */
export function useValidatedForm<Input extends FieldValues>(
	schema: GenericSchema<Input, FieldValues>,
	serverErrors: FormErrors | undefined,
) {
	const submit = useSubmit();
	const allowSubmission = useSingleSubmission();
	const send = (target: HTMLButtonElement | HTMLFormElement) => allowSubmission() && submit(target);
	const busy = useNavigation().state !== "idle";
	return useFormValidation(schema, serverErrors, { busy, send });
}

export const ValidatedForm = (props: FormLayoutProps) => <FormLayout as={PostForm} {...props} />;
