import { valibotResolver } from "@hookform/resolvers/valibot";
import {
	type ComponentProps,
	type ElementType,
	type ReactNode,
	type SubmitEvent as ReactSubmitEvent,
	useMemo,
	useState,
} from "react";
import {
	type FieldErrors,
	type FieldValues,
	get,
	set,
	type UseFormProps,
	type UseFormReturn,
	useForm,
} from "react-hook-form";
import type { GenericSchema } from "valibot";
import type { FormErrors } from "#app/lib/form-action.ts";
import { Button } from "./button.tsx";
import { FormError } from "./field.tsx";

function toErrors({ issues }: FormErrors): FieldErrors {
	const errors: FieldErrors = {};
	for (const { field, message } of issues) set(errors, field, { type: "server", message });
	return errors;
}

type Form = Pick<UseFormReturn, "register" | "handleSubmit" | "setValue"> & {
	watch: (name: string) => unknown;
	formState: { errors: FieldErrors };
};

const doNothing = async () => undefined;

/** The server only renders a form with its action's errors, so the Worker does without `useForm`, which is 12 kB after gzip. */
const useFormOnServer = ({ errors = {} }: UseFormProps): Form => ({
	register: (name) => ({ name, ref: doNothing, onChange: doNothing, onBlur: doNothing }),
	handleSubmit: () => doNothing,
	setValue: doNothing,
	watch: () => undefined,
	formState: { errors },
});

const useFormOrStub: (props: UseFormProps) => Form = import.meta.env.SSR
	? useFormOnServer
	: useForm;

/** The second form is for fields in the row of a list, such as "priceBreaks.0.price". */
type FieldName<Input> = (keyof Input & string) | `${keyof Input & string}.${number}.${string}`;

/** Opens groups with a rejected field, which could not be focused while its group is closed. */
function openGroups(form: HTMLFormElement, errors: FieldErrors): void {
	for (const group of form.querySelectorAll("details")) {
		const fields = [...group.querySelectorAll<HTMLInputElement>("[name]")];
		if (fields.some(({ name }) => get(errors, name))) group.open = true;
	}
}

type Submission = {
	busy: boolean;
	/** Submits a valid form. @param target the button that was pressed, or the form */
	send: (target: HTMLButtonElement | HTMLFormElement) => unknown;
};

/**
 * Validates a `<form method="post" noValidate>` with the action's schema before it is submitted, unless the button has
 * `formNoValidate`. Without JavaScript only the action validates, with the same messages.
 * @param serverErrors the errors that the action returned
 * @returns props of the form and, from `field`, of its fields. `formErrors` is `serverErrors` until validation in the browser fails.
 */
export function useFormValidation<Input extends FieldValues>(
	schema: GenericSchema<Input, FieldValues>,
	serverErrors: FormErrors | undefined,
	{ busy, send }: Submission,
) {
	const errors = useMemo(() => serverErrors && { errors: toErrors(serverErrors) }, [serverErrors]);
	const genericSchema: GenericSchema<FieldValues, FieldValues> = schema;
	const form = useFormOrStub({ resolver: valibotResolver(genericSchema), ...errors });
	const { register, handleSubmit, formState, watch } = form;
	const [dismissedErrors, setDismissedErrors] = useState<FormErrors>();
	const onSubmit = (event: ReactSubmitEvent<HTMLFormElement>) => {
		const { currentTarget, nativeEvent } = event;
		const { submitter } = nativeEvent;
		if (busy) return event.preventDefault();
		if (submitter?.hasAttribute("formnovalidate")) return;
		const target = submitter instanceof HTMLButtonElement ? submitter : currentTarget;
		return handleSubmit(
			() => send(target),
			(fieldErrors) => {
				setDismissedErrors(serverErrors);
				openGroups(currentTarget, fieldErrors);
			},
		)(event);
	};
	const field = (name: FieldName<Input>, initial?: string | null) => {
		const fieldState: FieldErrors[string] = get(formState.errors, name);
		const message = fieldState?.message;
		return {
			...register(name),
			defaultValue: serverErrors?.values[name] ?? initial ?? undefined,
			autoFocus: serverErrors?.issues[0]?.field === name,
			error: typeof message === "string" ? message : undefined,
		};
	};
	const setValue = (name: string, text: string) =>
		form.setValue(name, text, { shouldValidate: true });
	const formErrors = serverErrors === dismissedErrors ? undefined : serverErrors;
	return { onSubmit, field, setValue, busy, formErrors, watch };
}

export type FormLayoutProps = Pick<ComponentProps<"form">, "encType" | "children"> & {
	form: Pick<ReturnType<typeof useFormValidation>, "onSubmit" | "busy" | "formErrors">;
	submit: string;
	/** Defaults to the URL of the page. */
	action?: string;
	isUploading?: boolean;
	after?: ReactNode;
};

export function FormLayout(props: FormLayoutProps & { as: ElementType }) {
	const { as: Form, form, submit, isUploading = false, after, children, ...rest } = props;
	const { onSubmit, busy, formErrors } = form;
	return (
		<Form method="post" noValidate onSubmit={onSubmit} className="stack" {...rest}>
			{children}
			<FormError errors={formErrors} />
			<Button type="submit" variant="primary" busy={busy || isUploading} disabled={isUploading}>
				{submit}
			</Button>
			{after}
		</Form>
	);
}
