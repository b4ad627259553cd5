import { useEffect, useRef } from "react";
import { bulkForm, listBoxes, useSelection } from "./selection.ts";

/** @param name of the row, as one would say it: "order 3 of Ann Buyer" */
export const SelectBox = ({ id, name }: { id: string; name: string }) => (
	<label className="select-box no-print">
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
		<label className="select-box needs-script no-print">
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
