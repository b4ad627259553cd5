import { type ReactNode, useEffect, useRef } from "react";
import { useNavigation } from "react-router";
import type { FormErrors } from "#app/lib/form-action.ts";
import { Button } from "#app/ui/button.tsx";
import { errorAt, FormError } from "#app/ui/field.tsx";
import { PostForm } from "#app/ui/post-form.tsx";

/** Returns the props of a field of an `OrderPageForm`. */
export const getOrderFieldProps = (errors: FormErrors | undefined, name: string, initial = "") => ({
	name,
	defaultValue: errors?.values[name] ?? initial,
	autoFocus: errors?.issues[0]?.field === name,
	error: errorAt(errors, name),
});

type Props = {
	/** Tells the action which form was submitted (order-page-actions.ts). */
	task: string;
	submit: string;
	variant?: "primary" | "plain";
	errors: FormErrors | undefined;
	children: ReactNode;
};

/** A form of the order page. Only the server validates it, which keeps the page's script small. */
export function OrderPageForm({ task, submit, variant, errors, children }: Props) {
	const form = useRef<HTMLFormElement>(null);
	const busy = useNavigation().formData?.get("task") === task;
	useEffect(() => {
		if (errors) form.current?.querySelector<HTMLElement>("[aria-invalid]")?.focus();
	}, [errors]);
	return (
		<PostForm ref={form} preventScrollReset className="stack">
			<input type="hidden" name="task" value={task} />
			{children}
			<FormError errors={errors} />
			<Button type="submit" variant={variant} busy={busy} className="sm:justify-self-start">
				{submit}
			</Button>
		</PostForm>
	);
}
