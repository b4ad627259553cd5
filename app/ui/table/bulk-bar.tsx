import { type KeyboardEvent, type RefObject, useEffect, useRef, useSyncExternalStore } from "react";
import { useNavigation } from "react-router";
import { formatCount } from "#contract/numbers.ts";
import type { BulkAction } from "#worker/shop/bulk-actions.ts";
import { Button } from "../button.tsx";
import { ConfirmButton } from "../confirm-button.tsx";
import { keepUnitsTogether } from "../keep-units-together.tsx";
import { PostForm } from "../post-form.tsx";

/** Id of the form that the row checkboxes belong to. A page has at most one. */
const bulkFormId = "bulk";

const getRowCheckboxes = (): HTMLInputElement[] => [
	...document.querySelectorAll<HTMLInputElement>(`input[name="ids"][form="${bulkFormId}"]`),
];

function subscribe(onChange: () => void) {
	// `reset` fires before the fields are cleared.
	const onReset = () => void setTimeout(onChange);
	document.addEventListener("change", onChange);
	document.addEventListener("reset", onReset);
	return () => {
		document.removeEventListener("change", onChange);
		document.removeEventListener("reset", onReset);
	};
}

const readSelectedIds = () =>
	getRowCheckboxes()
		.filter(({ checked }) => checked)
		.map(({ value }) => value)
		.join(" ");

/** Reads the selection from the page, because rows may have been selected before hydration. */
function useSelection(): Set<string> {
	const ids = useSyncExternalStore(subscribe, readSelectedIds, () => "");
	return new Set(ids.split(" ").filter(Boolean));
}

function useClearAfterSubmit(form: RefObject<HTMLFormElement | null>): void {
	const { state, formData } = useNavigation();
	const isDone = state === "loading" && formData?.has("bulk") === true;
	useEffect(() => {
		if (isDone) form.current?.reset();
	}, [isDone, form]);
}

/** For phones, where rows are cards and the header with its checkbox is hidden. */
function selectAllRows(): void {
	for (const checkbox of getRowCheckboxes()) if (!checkbox.checked) checkbox.click();
}

/** In Chromium, Enter would skip the form's disabled button and press the bar's first link button. */
function stopEnter(event: KeyboardEvent): void {
	if (event.key === "Enter") event.preventDefault();
}

export const RowCheckbox = ({ id, name }: { id: string; name: string }) => (
	<label className="select-box print:hidden">
		<input
			type="checkbox"
			name="ids"
			value={id}
			form={bulkFormId}
			className="checkbox"
			aria-label={`Select ${name}`}
			onKeyDown={stopEnter}
		/>
	</label>
);

export function SelectAllCheckbox({ rowCount }: { rowCount: number }) {
	const selectedCount = useSelection().size;
	const checkbox = useRef<HTMLInputElement>(null);
	useEffect(() => {
		if (!checkbox.current) return;
		checkbox.current.checked = selectedCount === rowCount;
		checkbox.current.indeterminate = selectedCount > 0 && selectedCount < rowCount;
	});
	const selectAll = (checked: boolean) => {
		for (const checkbox of getRowCheckboxes()) checkbox.checked = checked;
	};
	return (
		<label className="select-box noscript:hidden print:hidden">
			<input
				ref={checkbox}
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
	variant?: "danger" | "plain";
};

/** A link to a page about the selected rows. Their ids are added as `?ids=…&ids=…`. */
export type BulkLink = { to: string; label: string };

type Props = {
	noun: string;
	/** Row names, keyed by row ID. */
	rowNames: Map<string, string>;
	actions: readonly BulkButton[];
	links?: readonly BulkLink[] | undefined;
};

const maxNamesShown = 8;

/** Lists the selected rows. Without JavaScript, they are not known until the form is submitted, so `names` is empty. */
function ConfirmSummary({ noun, names }: { noun: string; names: string[] }) {
	if (names.length === 0) return <p>All selected {noun}s.</p>;
	const hiddenCount = names.length - maxNamesShown;
	return (
		<>
			<p className="font-semibold">{formatCount(names.length, noun)}:</p>
			<ul className="list-disc ps-5">
				{names.slice(0, maxNamesShown).map((name, index) => (
					<li key={index}>{keepUnitsTogether(name)}</li>
				))}
				{hiddenCount > 0 && <li>and {hiddenCount} more</li>}
			</ul>
		</>
	);
}

/** Shows how many rows are selected, and the bulk actions. Visible while a row is selected (app/styles/data-table.css). */
export function BulkBar({ noun, rowNames, actions, links = [] }: Props) {
	const form = useRef<HTMLFormElement>(null);
	const selection = useSelection();
	useClearAfterSubmit(form);
	const selectedNames = [...selection].map((id) => rowNames.get(id) ?? "").filter(Boolean);
	return (
		<div className="bulk-bar print:hidden">
			<PostForm
				ref={form}
				id={bulkFormId}
				autoComplete="off"
				omitsAccount
				preventScrollReset
				className="hidden"
			>
				{/* Pressing Enter in a checkbox would click the form's first submit button. This disabled one prevents that. */}
				<button type="submit" disabled hidden />
			</PostForm>
			<div className="flex grow flex-wrap items-center gap-3 max-sm:basis-full">
				<output className="font-semibold">
					{selection.size > 0 ? `${selection.size} selected` : `Selected ${noun}s`}
				</output>
				<Button type="reset" form={bulkFormId} variant="quiet" size="sm">
					Clear
				</Button>
				{selection.size > 0 && selection.size < rowNames.size && (
					<Button variant="quiet" size="sm" className="md:hidden" onClick={selectAllRows}>
						Select all
					</Button>
				)}
			</div>
			{links.map(({ to, label }) => (
				<Button key={to} type="submit" form={bulkFormId} formMethod="get" formAction={to} size="sm">
					{label}
				</Button>
			))}
			{actions.map(({ action, label, question, variant = "danger" }) => (
				<ConfirmButton
					key={action}
					label={label}
					question={question}
					variant={variant}
					externalForm={{ form: bulkFormId, name: "bulk", value: action }}
				>
					<ConfirmSummary noun={noun} names={selectedNames} />
				</ConfirmButton>
			))}
		</div>
	);
}
