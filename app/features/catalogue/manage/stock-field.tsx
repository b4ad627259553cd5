import { type ChangeEvent, useId, useState } from "react";
import { Form, useActionData } from "react-router";
import { Button } from "#app/ui/button.tsx";
import { quantityMax } from "#contract/limits.ts";
import { formatWhole } from "#contract/numbers.ts";
import type { ProductRow } from "#worker/shop/catalogue/table.ts";

/** `shownStock` and `editKey`: their values when typing began. `lastSubmit`: the edit key and action data at the last submit. */
type Draft = {
	text: string;
	shownStock: number;
	editKey: string | null;
	lastSubmit: { editKey: string | null; actionData: unknown } | null;
};

/** Keeps typed text while the list refreshes. The form also sends `shownStock`, so that sales since then are kept. */
function useStockDraft({ quantity, editKey }: ProductRow) {
	const [draft, setDraft] = useState<Draft | null>(null);
	const actionData: unknown = useActionData();
	const lastSubmit = draft?.lastSubmit;
	const isRejected = lastSubmit && actionData !== undefined && actionData !== lastSubmit.actionData;
	if (isRejected) setDraft({ ...draft, lastSubmit: null });
	else if (lastSubmit && editKey !== lastSubmit.editKey) setDraft(null);
	const isChanged = draft !== null && draft.editKey !== editKey;
	const onChange = ({ target }: ChangeEvent<HTMLInputElement>) =>
		setDraft({ shownStock: quantity, editKey, ...draft, text: target.value, lastSubmit: null });
	return {
		text: draft?.text ?? String(quantity),
		shownStock: draft && !isChanged ? draft.shownStock : quantity,
		isChanged,
		onChange,
		onSubmit: () => setDraft(draft && { ...draft, lastSubmit: { editKey, actionData } }),
	};
}

export function StockField({ product }: { product: ProductRow }) {
	const id = useId();
	const { id: productId, name, quantity, editKey } = product;
	const { text, shownStock, isChanged, onChange, onSubmit } = useStockDraft(product);
	return (
		<Form
			method="post"
			preventScrollReset
			className="print:hidden grid justify-items-end gap-1"
			onSubmit={onSubmit}
		>
			<input type="hidden" name="product" value={productId} />
			<input type="hidden" name="shownStock" value={shownStock} />
			<input type="hidden" name="editKey" value={editKey ?? ""} />
			<div className="flex items-center justify-end gap-2">
				<label htmlFor={id} className="sr-only">
					Pieces of {name} in stock
				</label>
				<input
					id={id}
					type="number"
					name="quantity"
					className="input input-sm num w-24 text-end"
					min={0}
					max={quantityMax}
					step={1}
					required
					value={text}
					onChange={onChange}
					aria-describedby={isChanged ? `${id}-changed` : undefined}
				/>
				<Button type="submit" size="sm" variant={text === String(quantity) ? "quiet" : "plain"}>
					Save
					<span className="sr-only"> the stock of {name}</span>
				</Button>
			</div>
			{isChanged && (
				<p id={`${id}-changed`} role="status" className="font-semibold">
					Edited elsewhere: now {formatWhole(quantity)} in stock.
				</p>
			)}
		</Form>
	);
}
