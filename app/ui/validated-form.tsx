import { useNavigation } from "react-router";
import type { GenericSchema } from "valibot";
import type { FormErrors } from "#app/lib/form-action.ts";
import { CheckedForm, type CheckedFormProps, useFormCheck } from "./form-check.tsx";
import { PostForm } from "./post-form.tsx";

/** `useFormCheck` for a form in the dashboard, which React Router submits. */
export function useValidatedForm<Input>(
	schema: GenericSchema<Input, unknown>,
	serverErrors: FormErrors | undefined,
) {
	const busy = useNavigation().state !== "idle";
	return useFormCheck(schema, serverErrors, busy);
}

export const ValidatedForm = (props: CheckedFormProps) => <CheckedForm as={PostForm} {...props} />;
