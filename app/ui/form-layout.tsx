import type { ComponentProps, ElementType, ReactNode } from "react";
import type { FormErrors } from "#app/lib/form-action.ts";
import { Button } from "./button.tsx";
import { FormError } from "./field.tsx";

export type FormLayoutProps = Pick<ComponentProps<"form">, "encType" | "children"> & {
	submit: string;
	/** Defaults to the URL of the page. */
	action?: string;
	isUploading?: boolean;
	/** Shown below the submit button. */
	after?: ReactNode;
};

type Props = FormLayoutProps & {
	as: ElementType;
	errors: FormErrors | undefined;
	busy?: boolean;
};

export function FormLayout(props: Props) {
	const { as: Form, errors, submit, busy = false, isUploading = false, ...rest } = props;
	const { after, children, ...attributes } = rest;
	return (
		<Form method="post" noValidate className="stack" {...attributes}>
			{children}
			<FormError errors={errors} />
			<Button type="submit" variant="primary" busy={busy || isUploading} disabled={isUploading}>
				{submit}
			</Button>
			{after}
		</Form>
	);
}
