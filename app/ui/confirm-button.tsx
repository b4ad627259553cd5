import { type MouseEvent, type ReactNode, useId, useRef } from "react";
import { Button } from "./button.tsx";
import { HiddenFields } from "./hidden-fields.tsx";
import { PostForm } from "./post-form.tsx";

type Props = {
	label: string;
	/** The label of the button in the dialog; defaults to `label`. */
	confirmLabel?: string;
	question: string;
	fields?: Record<string, string>;
	action?: string;
	/** Submits the form with this id instead of one with `fields`. `name` and `value` are the submit button's. */
	externalForm?: { form: string; name: string; value: string };
	variant?: "danger" | "plain" | "primary";
	size?: "sm" | "md";
	children?: ReactNode;
};

/** Without JavaScript the dialog opens as a popover, because some supported browsers have no invoker commands (`command`). */
export function ConfirmButton(props: Props) {
	const { label, confirmLabel = label, question, fields = {}, action, externalForm } = props;
	const { variant = "danger", size = "sm", children } = props;
	const id = useId();
	const dialog = useRef<HTMLDialogElement>(null);
	const close = () => {
		dialog.current?.close();
		// A click before hydration opened it as a popover.
		dialog.current?.togglePopover?.(false);
	};
	const open = (event: MouseEvent) => {
		event.preventDefault();
		close();
		dialog.current?.showModal();
	};
	const body = (
		<>
			<h2 id={`${id}-question`} className="text-xl">
				{question}
			</h2>
			{/* Its padding leaves room for the outline of a focused field. */}
			<div className="-mx-2 max-h-[40dvh] overflow-y-auto px-2">{children}</div>
			<div className="flex justify-end gap-2">
				<Button onClick={close} popoverTarget={id} popoverTargetAction="hide">
					Go back
				</Button>
				<Button
					type="submit"
					variant={variant === "danger" ? "danger" : "primary"}
					{...(externalForm && { ...externalForm, onClick: close })}
				>
					{confirmLabel}
				</Button>
			</div>
		</>
	);
	return (
		<>
			<Button variant={variant} size={size} onClick={open} popoverTarget={id}>
				{label}
			</Button>
			<dialog
				ref={dialog}
				id={id}
				popover="auto"
				className="dialog"
				aria-labelledby={`${id}-question`}
			>
				{externalForm ? (
					body
				) : (
					<PostForm
						preventScrollReset
						className="grid gap-4"
						onSubmit={close}
						{...(action && { action })}
					>
						<HiddenFields fields={Object.entries(fields)} />
						{body}
					</PostForm>
				)}
			</dialog>
		</>
	);
}
