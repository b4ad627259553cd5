import {
	type ComponentProps,
	type ReactNode,
	type RefCallback,
	useId,
	useLayoutEffect,
	useRef,
	useState,
} from "react";
import type { FormErrors, IdentityCheck } from "#app/lib/form-action.ts";
import { RemedyLink } from "./feedback.tsx";
import { ConfirmWithPasskey } from "./passkey-button.tsx";

function readTextArea(id: string): string | null {
	if (typeof document === "undefined") return null;
	const field = document.getElementById(id);
	return field instanceof HTMLTextAreaElement ? field.value : null;
}

type TextAreaRef = RefCallback<HTMLTextAreaElement>;

/** Restores the text, because on hydration React resets textareas, but not inputs, to the server's text (react-dom's `initTextarea`). */
function useTextTypedBeforeHydration(id: string, ref: TextAreaRef | undefined): TextAreaRef {
	const [typedText] = useState(() => ({ current: readTextArea(id) }));
	return (element) => {
		if (element && typedText.current !== null) {
			element.value = typedText.current;
			typedText.current = null;
		}
		return ref?.(element);
	};
}

/** Returns the error of a field of the submitted form. */
export const errorAt = (errors: FormErrors | undefined, name: string): string | undefined =>
	errors?.issues.find(({ field }) => field === name)?.message;

type FieldErrorProps = { id: string; error: string | undefined; autoFocus?: boolean | undefined };

/** @param props.autoFocus - focuses the message itself, for a group whose first control may be far from it */
export const FieldError = ({ id, error, autoFocus }: FieldErrorProps) =>
	error && (
		<p
			id={`${id}-error`}
			className="field-error"
			tabIndex={autoFocus ? -1 : undefined}
			// biome-ignore lint/a11y/noAutofocus: otherwise focus would be at the top of the new page, far from the message
			autoFocus={autoFocus}
		>
			{error}
		</p>
	);

type FieldTexts = { label: string; hint?: ReactNode; error?: string | undefined };

/** Connects the label, hint and error with their control (WCAG 1.3.1, 3.3.1). */
function useFieldWrapper<Props extends FieldTexts & { id?: string | undefined }>(props: Props) {
	const { label, hint, error, ...rest } = props;
	const generatedId = useId();
	const id = props.id ?? generatedId;
	const descriptionIds = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(" ");
	const control = {
		...rest,
		id,
		"aria-invalid": error ? true : undefined,
		"aria-describedby": descriptionIds || undefined,
	};
	const wrap = (children: ReactNode) => (
		<div className="field">
			<label htmlFor={id}>{label}</label>
			{children}
			{hint && (
				<p id={`${id}-hint`} className="text-sm/normal text-muted">
					{hint}
				</p>
			)}
			<FieldError id={id} error={error} />
		</div>
	);
	return { control, wrap };
}

export function Field(props: ComponentProps<"input"> & FieldTexts) {
	const { control, wrap } = useFieldWrapper(props);
	const { type = "text" } = control;
	return wrap(<input className={type === "file" ? "file" : "input"} {...control} type={type} />);
}

type TextAreaProps = Omit<ComponentProps<"textarea">, "ref"> & { ref?: TextAreaRef };

export function TextAreaField(props: TextAreaProps & FieldTexts) {
	const { control, wrap } = useFieldWrapper(props);
	const ref = useTextTypedBeforeHydration(control.id, props.ref);
	return wrap(
		<textarea className="input h-auto min-h-30 py-2 whitespace-pre-wrap" {...control} ref={ref} />,
	);
}

/** A value that cannot be changed. Unlike an input, it wraps long values: a hidden copy in `data-value` sets its height. */
export function ReadOnlyField(props: TextAreaProps & FieldTexts) {
	const { control, wrap } = useFieldWrapper(props);
	const text = String(control.value ?? control.defaultValue ?? "");
	return wrap(
		<div className="read-only" data-value={text}>
			<textarea rows={1} readOnly {...control} />
		</div>,
	);
}

export function SelectField(props: ComponentProps<"select"> & FieldTexts) {
	const { control, wrap } = useFieldWrapper(props);
	return wrap(<select className="input cursor-pointer appearance-auto px-2" {...control} />);
}

type PasswordProps = Omit<ComponentProps<typeof Field>, "type"> & { revealLabel?: string };

/** The checkbox works before hydration, too (app/client/forms.ts). On hydration, React reads its state so that the field keeps its type. */
export function PasswordField({ revealLabel = "Show password", ...field }: PasswordProps) {
	const id = useId();
	const checkbox = useRef<HTMLInputElement>(null);
	const [isRevealed, setIsRevealed] = useState(false);
	useLayoutEffect(() => setIsRevealed(checkbox.current?.checked === true), []);
	return (
		<div className="grid gap-2">
			<Field id={id} {...field} type={isRevealed ? "text" : "password"} />
			<label className="noscript:hidden flex items-center gap-2 text-sm">
				<input
					ref={checkbox}
					type="checkbox"
					className="checkbox"
					data-reveals={field.id ?? id}
					onChange={(event) => setIsRevealed(event.target.checked)}
				/>
				{revealLabel}
			</label>
		</div>
	);
}

const confirmLabels = {
	code: "Code from your authenticator app, or a recovery code",
	password: "Your password",
};

/** Fields for a form whose action requires an identity check. They are submitted with the form's other values. */
export function ConfirmIdentityField({ method, hasPasskey, googlePath, error }: IdentityCheck) {
	const passkey = hasPasskey && <ConfirmWithPasskey />;
	if (method === "google") {
		return (
			<>
				{passkey}
				<FieldError id="confirm" error={error} />
				<p>
					<a className="link" href={googlePath} target="_blank" rel="noopener">
						Sign in with Google
					</a>{" "}
					again in a new tab, then retry here within fifteen minutes.
				</p>
			</>
		);
	}
	const field = { name: `confirm-${method}`, label: confirmLabels[method], error, required: true };
	return (
		<>
			{passkey}
			{method === "code" ? (
				<Field {...field} autoComplete="one-time-code" autoFocus />
			) : (
				<PasswordField {...field} autoComplete="current-password" autoFocus />
			)}
		</>
	);
}

/** Shows why a form was rejected, unless a field shows the reason (specification.md §8). */
export function FormError({ errors }: { errors: FormErrors | undefined }) {
	if (!errors || errors.issues.length > 0) return null;
	if (errors.identityCheck) {
		return (
			<>
				<p className="font-semibold">{errors.message}</p>
				<ConfirmIdentityField {...errors.identityCheck} />
			</>
		);
	}
	return (
		// biome-ignore lint/a11y/noAutofocus: otherwise focus would be at the top of the new page, far from the message
		<p role="alert" className="field-error" data-form-error tabIndex={-1} autoFocus>
			{errors.message}
			<RemedyLink code={errors.code} />
		</p>
	);
}
