import { type ChangeEvent, useId, useState } from "react";
import { Form, useActionData } from "react-router";
import { Button } from "#app/ui/button.tsx";
import { quantityMax } from "#contract/limits.ts";
import { formatWhole } from "#contract/numbers.ts";
import type { TableProduct } from "#worker/shop/catalogue/table.ts";

/** As it stood when the form was sent: the last change of the product, and what the page's action had answered. */
type Sent = { editKey: string | null; response: unknown };

/** `seen`, `editKey`: pieces in stock, and the last change of the product, when the typing began. */
type Typed = { text: string; seen: number; editKey: string | null; sent: Sent | null };

/**
 * What is typed into a product's stock field. It stays while the list refreshes, with what was seen when the typing began,
 * so that a sale meanwhile is not undone; it goes once it is saved.
 * @returns `changed`: whether another form has changed the product since. Then what is seen is what the field says of it.
 */
function useTypedStock({ quantity, editKey }: TableProduct) {
	const [typed, setTyped] = useState<Typed | null>(null);
	const response: unknown = useActionData();
	const sent = typed?.sent;
	const isRefused = sent && response !== undefined && response !== sent.response;
	if (isRefused) setTyped({ ...typed, sent: null });
	else if (sent && editKey !== sent.editKey) setTyped(null);
	const changed = typed !== null && typed.editKey !== editKey;
	const type = ({ target }: ChangeEvent<HTMLInputElement>) =>
		setTyped({ ...(typed ?? { seen: quantity, editKey }), text: target.value, sent: null });
	return {
		text: typed?.text ?? String(quantity),
		seen: typed && !changed ? typed.seen : quantity,
		changed,
		type,
		send: () => setTyped(typed && { ...typed, sent: { editKey, response } }),
	};
}

export function StockField({ product }: { product: TableProduct }) {
	const id = useId();
	const { id: productId, name, quantity, editKey } = product;
	const { text, seen, changed, type, send } = useTypedStock(product);
	return (
		<Form
			method="post"
			preventScrollReset
			className="print:hidden grid justify-items-end gap-1"
			onSubmit={send}
		>
			<input type="hidden" name="product" value={productId} />
			<input type="hidden" name="seen" value={seen} />
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
					onChange={type}
					aria-describedby={changed ? `${id}-changed` : undefined}
				/>
				<Button type="submit" size="sm">
					Save
					<span className="sr-only"> the stock of {name}</span>
				</Button>
			</div>
			{changed && (
				<p id={`${id}-changed`} role="status" className="font-semibold">
					Changed meanwhile: now {formatWhole(quantity)} in stock.
				</p>
			)}
		</Form>
	);
}
