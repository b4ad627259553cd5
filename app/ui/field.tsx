import {
	type ComponentProps,
	type ReactNode,
	type Ref,
	useId,
	useLayoutEffect,
	useRef,
	useState,
} from "react";
import type { FormErrors } from "#app/lib/form-action.ts";

function textIn(id: string): string | null {
	if (typeof document === "undefined") return null;
	const field = document.getElementById(id);
	return field instanceof HTMLTextAreaElement ? field.value : null;
}

function hand<Element>(ref: Ref<Element> | undefined, element: Element | null) {
	if (typeof ref === "function") return ref(element);
	if (ref) ref.current = element;
}

/**
 * React writes the page's text back into a textarea when it hydrates (react-dom's `initTextarea`; it leaves inputs alone).
 * What somebody had typed by then is kept.
 * @returns the textarea's ref, which sets `ref` too
 */
function useTypedBefore(id: string, ref: Ref<HTMLTextAreaElement> | undefined) {
	const [before] = useState(() => ({ text: textIn(id) }));
	return (element: HTMLTextAreaElement | null) => {
		if (element && before.text !== null) {
			element.value = before.text;
			before.text = null;
		}
		return hand(ref, element);
	};
}

type Words = { label: string; hint?: ReactNode; error?: string | undefined };

/**
 * Ties label, hint and error to one control (WCAG 1.3.1, 3.3.1).
 * @param given the control's id, where it has one
 */
function useFieldFrame({ label, hint, error }: Words, given?: string) {
	const generated = useId();
	const id = given ?? generated;
	const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(" ");
	const attributes = {
		id,
		"aria-invalid": error ? true : undefined,
		"aria-describedby": described || undefined,
	};
	const frame = (control: ReactNode) => (
		<div className="field">
			<label htmlFor={id}>{label}</label>
			{control}
			{hint && (
				<p id={`${id}-hint`} className="text-sm/normal text-muted">
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
	return { id, attributes, frame };
}

/** Everything but label, hint and error goes to the input. */
export function Field({ label, hint, error, ...input }: ComponentProps<"input"> & Words) {
	const { attributes, frame } = useFieldFrame({ label, hint, error }, input.id);
	const look = input.type === "file" ? "file" : "input";
	return frame(<input className={look} {...input} {...attributes} />);
}

export function TextAreaField({
	label,
	hint,
	error,
	ref,
	...input
}: ComponentProps<"textarea"> & Words) {
	const { id, attributes, frame } = useFieldFrame({ label, hint, error }, input.id);
	const keepTyped = useTypedBefore(id, ref);
	return frame(<textarea className="textarea" ref={keepTyped} {...input} {...attributes} />);
}

export function SelectField({ label, hint, error, ...select }: ComponentProps<"select"> & Words) {
	const { attributes, frame } = useFieldFrame({ label, hint, error }, select.id);
	return frame(<select className="input" {...select} {...attributes} />);
}

type PasswordProps = Omit<ComponentProps<typeof Field>, "type"> & { reveal?: string };

/**
 * The box works without React (app/client/forms.ts). React sets the field's type whenever it renders, so it reads the box too.
 * @param reveal the words of the checkbox, which is hidden where no script runs
 */
export function PasswordField({ reveal = "Show password", ...field }: PasswordProps) {
	const id = useId();
	const box = useRef<HTMLInputElement>(null);
	const [shown, setShown] = useState(false);
	useLayoutEffect(() => setShown(box.current?.checked === true), []);
	return (
		<div className="grid gap-2">
			<Field id={id} {...field} type={shown ? "text" : "password"} />
			<label className="noscript:hidden flex items-center gap-2 text-sm">
				<input
					ref={box}
					type="checkbox"
					className="checkbox"
					data-reveals={field.id ?? id}
					onChange={(event) => setShown(event.target.checked)}
				/>
				{reveal}
			</label>
		</div>
	);
}

/** Why a form was refused, where no field of it is to blame: red and small (specification.md §8). */
export function FormError({ errors }: { errors: FormErrors | undefined }) {
	if (!errors || errors.issues.length > 0) return null;
	return (
		<p role="alert" className="field-error">
			{errors.message}
		</p>
	);
}
