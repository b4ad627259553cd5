import { type ComponentProps, type ReactNode, useId } from "react";
import { useTypedBefore } from "./typed-before.ts";

type Words = { label: string; hint?: ReactNode; error?: string | undefined };

/** Ids that tie label, hint and error to one control (WCAG 1.3.1, 3.3.1). */
function useFieldIds({ hint, error }: Pick<Words, "hint" | "error">, given?: string) {
	const generated = useId();
	const id = given ?? generated;
	const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(" ");
	return {
		id,
		control: {
			id,
			"aria-invalid": error ? true : undefined,
			"aria-describedby": described || undefined,
		},
	};
}

function FieldFrame({
	id,
	label,
	hint,
	error,
	children,
}: Words & { id: string; children: ReactNode }) {
	return (
		<div className="field">
			<label htmlFor={id}>{label}</label>
			{children}
			{hint && (
				<p id={`${id}-hint`} className="field-hint">
					{hint}
				</p>
			)}
			{error && (
				<p id={`${id}-error`} className="field-error">
					{error}
				</p>
			)}
		</div>
	);
}

/** A labelled input; everything else (`name`, `type`, react-hook-form's `register`) goes to the input. */
export function Field({ label, hint, error, ...input }: ComponentProps<"input"> & Words) {
	const { id, control } = useFieldIds({ hint, error }, input.id);
	const look = input.type === "file" ? "file" : "input";
	return (
		<FieldFrame id={id} label={label} hint={hint} error={error}>
			<input className={look} {...input} {...control} />
		</FieldFrame>
	);
}

/** A labelled text of several lines. */
export function TextAreaField({
	label,
	hint,
	error,
	ref,
	...input
}: ComponentProps<"textarea"> & Words) {
	const { id, control } = useFieldIds({ hint, error }, input.id);
	const keepTyped = useTypedBefore(id, ref);
	return (
		<FieldFrame id={id} label={label} hint={hint} error={error}>
			<textarea className="textarea" ref={keepTyped} {...input} {...control} />
		</FieldFrame>
	);
}

/** A labelled choice of one of several. */
export function SelectField({ label, hint, error, ...select }: ComponentProps<"select"> & Words) {
	const { id, control } = useFieldIds({ hint, error }, select.id);
	return (
		<FieldFrame id={id} label={label} hint={hint} error={error}>
			<select className="input" {...select} {...control} />
		</FieldFrame>
	);
}
