import { type ReactNode, useId, useRef } from "react";
import { Form } from "react-router";
import { Button } from "./button.tsx";

type Props = {
	/** The button's words, in the row and in the dialog. */
	label: string;
	/** The question, from `confirmation` in contract/messages.ts. */
	question: string;
	/** Hidden fields of the post: intent, id. */
	fields?: Record<string, string>;
	action?: string;
	/** A form elsewhere that is posted instead of one with `fields`, and the name and value of its button. */
	externalForm?: { form: string; name: string; value: string };
	look?: "danger" | "plain" | "primary";
	/** "sm" in the row of a table, unless given. */
	size?: "sm" | "md";
	/** What the question is about: the tool, the email. */
	children?: ReactNode;
};

const hasCommands = () => "command" in HTMLButtonElement.prototype;

/**
 * A button that asks before it posts. The dialog opens by invoker commands, so it works without
 * script; `showModal` is for browsers that have no `command` yet.
 */
export function ConfirmButton({
	label,
	question,
	fields = {},
	action,
	externalForm,
	look = "danger",
	size = "sm",
	children,
}: Props) {
	const id = useId();
	const dialog = useRef<HTMLDialogElement>(null);
	const close = () => dialog.current?.close();
	const openWithoutCommands = () => !hasCommands() && dialog.current?.showModal();
	const closeWithoutCommands = () => !hasCommands() && close();
	const body = (
		<>
			<h2 id={`${id}-question`} className="text-xl">
				{question}
			</h2>
			<div className="confirm-summary">{children}</div>
			<div className="flex justify-end gap-2">
				<Button onClick={closeWithoutCommands} {...{ command: "close", commandfor: id }}>
					Go back
				</Button>
				<Button
					type="submit"
					look={look === "danger" ? "danger" : "primary"}
					{...(externalForm && { ...externalForm, onClick: close })}
				>
					{label}
				</Button>
			</div>
		</>
	);
	return (
		<>
			<Button
				look={look}
				size={size}
				onClick={openWithoutCommands}
				{...{ command: "show-modal", commandfor: id }}
			>
				{label}
			</Button>
			<dialog ref={dialog} id={id} className="dialog" aria-labelledby={`${id}-question`}>
				{externalForm ? (
					body
				) : (
					<Form
						method="post"
						preventScrollReset
						className="grid gap-4"
						onSubmit={close}
						{...(action && { action })}
					>
						{Object.entries(fields).map(([name, value]) => (
							<input key={name} type="hidden" name={name} value={value} />
						))}
						{body}
					</Form>
				)}
			</dialog>
		</>
	);
}
