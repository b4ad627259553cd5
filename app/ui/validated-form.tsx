import type { ComponentProps, ReactNode } from "react";
import { Form } from "react-router";
import type { useValidatedForm } from "#app/lib/use-validated-form.ts";
import { Button } from "./button.tsx";
import { FormError } from "./field.tsx";

type Props = Pick<ComponentProps<typeof Form>, "encType" | "children"> & {
	form: Pick<ReturnType<typeof useValidatedForm>, "onSubmit" | "busy" | "formErrors">;
	submit: string;
	/** Whether the button waits for something that the form needs. */
	waits?: boolean;
	/** Other ways than the button, below it. */
	after?: ReactNode;
};

/** A form in one column, with what is wrong with it above its button. */
export function ValidatedForm({ form, submit, waits = false, after, children, ...rest }: Props) {
	const { onSubmit, busy, formErrors } = form;
	return (
		<Form method="post" noValidate onSubmit={onSubmit} className="stack" {...rest}>
			{children}
			<FormError errors={formErrors} />
			<Button type="submit" look="primary" busy={busy || waits} disabled={waits}>
				{submit}
			</Button>
			{after}
		</Form>
	);
}
