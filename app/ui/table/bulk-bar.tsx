import { type RefObject, useEffect, useRef, useSyncExternalStore } from "react";
import { Form, useNavigation } from "react-router";
import { counted } from "#contract/numbers.ts";
import type { BulkAction } from "#worker/shop/bulk.ts";
import { Button } from "../button.tsx";
import { ConfirmButton } from "../confirm-button.tsx";

/** The form that the checkboxes of the rows belong to; one a page. */
const bulkForm = "bulk";

const listBoxes = (): HTMLInputElement[] => [
	...document.querySelectorAll<HTMLInputElement>(`input[name="ids"][form="${bulkForm}"]`),
];

/** `reset` fires before the fields are cleared. */
function subscribe(changed: () => void) {
	const changedSoon = () => void setTimeout(changed);
	document.addEventListener("change", changed);
	document.addEventListener("reset", changedSoon);
	return () => {
		document.removeEventListener("change", changed);
		document.removeEventListener("reset", changedSoon);
	};
}

const read = () =>
	listBoxes()
		.filter(({ checked }) => checked)
		.map(({ value }) => value)
		.join(" ");

/** @returns the ids of the selected rows: what the page itself holds, ticked before scripts ran or after */
function useSelection(): Set<string> {
	const ids = useSyncExternalStore(
		subscribe,
		() => read(),
		() => "",
	);
	return new Set(ids.split(" ").filter(Boolean));
}

function useClearWhenDone(form: RefObject<HTMLFormElement | null>): void {
	const { state, formData } = useNavigation();
	const isDone = state === "loading" && formData?.has("bulk") === true;
	useEffect(() => {
		if (isDone) form.current?.reset();
	}, [isDone, form]);
}

/** @param name of the row, as one would say it: "order 3 of Ann Buyer" */
export const SelectBox = ({ id, name }: { id: string; name: string }) => (
	<label className="select-box print:hidden">
		<input
			type="checkbox"
			name="ids"
			value={id}
			form={bulkForm}
			className="checkbox"
			aria-label={`Select ${name}`}
			autoComplete="off"
		/>
	</label>
);

/** @param rows how many the page has; half ticked where only some of them are selected */
export function SelectAllBox({ rows }: { rows: number }) {
	const selected = useSelection().size;
	const box = useRef<HTMLInputElement>(null);
	useEffect(() => {
		if (!box.current) return;
		box.current.checked = selected === rows;
		box.current.indeterminate = selected > 0 && selected < rows;
	});
	const selectAll = (checked: boolean) => {
		for (const each of listBoxes()) each.checked = checked;
	};
	return (
		<label className="select-box noscript:hidden print:hidden">
			<input
				ref={box}
				type="checkbox"
				className="checkbox"
				aria-label="Select all on this page"
				onChange={({ target }) => selectAll(target.checked)}
			/>
		</label>
	);
}

export type BulkButton = {
	action: BulkAction;
	label: string;
	question: string;
	look?: "danger" | "plain";
};

type Props = {
	noun: string;
	names: Map<string, string>;
	actions: readonly BulkButton[];
};

const maxNames = 8;

/** What the question is about; without script the number of rows is unknown. */
function ConfirmSummary({ noun, names }: { noun: string; names: string[] }) {
	if (names.length === 0) return <p>All selected {noun}s.</p>;
	const more = names.length - maxNames;
	return (
		<>
			<p className="font-semibold">{counted(names.length, noun)}:</p>
			<ul className="list-disc ps-5">
				{names.slice(0, maxNames).map((name, index) => (
					<li key={index}>{name}</li>
				))}
				{more > 0 && <li>and {more} more</li>}
			</ul>
		</>
	);
}

/** Shown as long as a row is selected (app/styles/data-table.css): how many they are, what can be done to them. */
export function BulkBar({ noun, names, actions }: Props) {
	const form = useRef<HTMLFormElement>(null);
	const selection = useSelection();
	useClearWhenDone(form);
	const selected = [...selection].map((id) => names.get(id) ?? "").filter(Boolean);
	return (
		<div className="bulk-bar print:hidden">
			<Form ref={form} id={bulkForm} method="post" preventScrollReset className="hidden">
				{/* Enter in a box would press the first of the form's buttons, unasked: this one does nothing. */}
				<button type="submit" disabled hidden />
			</Form>
			<output className="me-auto font-semibold">
				{selection.size > 0 ? `${selection.size} selected` : `Selected ${noun}s`}
			</output>
			{actions.map(({ action, label, question, look = "danger" }) => (
				<ConfirmButton
					key={action}
					label={label}
					question={question}
					look={look}
					externalForm={{ form: bulkForm, name: "bulk", value: action }}
				>
					<ConfirmSummary noun={noun} names={selected} />
				</ConfirmButton>
			))}
			<Button type="reset" form={bulkForm} look="quiet" size="sm">
				Clear
			</Button>
		</div>
	);
}
