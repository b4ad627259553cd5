import { type ChangeEvent, useId, useState } from "react";
import { Form } from "react-router";
import { quantityMax } from "#contract/limits.ts";
import type { TableProduct } from "#worker/shop/catalogue/table.ts";
import { Button } from "../ui/button.tsx";

/** `seen`: pieces that stood there when the typing began. */
type Typed = { text: string; seen: number };

/**
 * The stock of a product, to be set in its row. The list refreshes by itself: what is typed stays, with what was seen
 * then, so that a sale meanwhile is not undone.
 */
export function StockField({ product }: { product: TableProduct }) {
	const id = useId();
	const [typed, setTyped] = useState<Typed | null>(null);
	const { id: productId, name, quantity, editKey } = product;
	const { text, seen } = typed ?? { text: String(quantity), seen: quantity };
	const type = ({ target }: ChangeEvent<HTMLInputElement>) =>
		setTyped({ text: target.value, seen });
	return (
		<Form method="post" preventScrollReset className="no-print flex items-center justify-end gap-2">
			<input type="hidden" name="product" value={productId} />
			<input type="hidden" name="seen" value={seen} />
			<input type="hidden" name="editKey" value={editKey ?? ""} />
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
			/>
			<Button type="submit" size="sm">
				Save
				<span className="sr-only"> the stock of {name}</span>
			</Button>
		</Form>
	);
}
