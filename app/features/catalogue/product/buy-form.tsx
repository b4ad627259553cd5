import type { ReactNode } from "react";
import { AnchorButton, Button } from "#app/ui/button.tsx";
import { formatCents } from "#contract/money.ts";
import { getMaxOrderQuantity, type Orderable } from "#contract/order-rules.ts";
import type { Product } from "#worker/shop/catalogue/read.ts";
import { evaluateQuantity, type QuantityEvaluation, serializeOrderable } from "./quantity.ts";

/**
 * What the script needs to evaluate a quantity (app/client/read-product.ts). Refreshed by app/client/live.ts, because the price or stock may
 * change while the page is open.
 */
export const LivePrices = ({ product }: { product: Orderable }) => (
	<div data-live="prices" hidden>
		<data data-product value={serializeOrderable(product)} />
	</div>
);

type SuggestionProps = Pick<QuantityEvaluation, "suggestion"> & { className?: string };

/** app/client/quantity-field.ts shows or hides this button and changes its text. */
export const SuggestionButton = ({ suggestion, className = "" }: SuggestionProps) => (
	<button
		type="button"
		data-suggestion
		className={`noscript:hidden link num py-1 text-start text-sm ${className}`}
		value={suggestion?.quantity}
		hidden={suggestion === null}
	>
		{suggestion?.label}
	</button>
);

type Props = { product: Product; children: ReactNode };

/**
 * A submit button opens the order form until the script has started, and then a link does.
 * @param children - other submit buttons for the same quantity
 */
export function BuyForm({ product, children }: Props) {
	const { id, minimum, orderMultiple } = product;
	const { totalCents, suggestion } = evaluateQuantity(product, minimum);
	return (
		<form id="buy" method="get" action={`/purchase/${id}`} data-buy-form className="grid gap-3">
			<div className="flex items-end justify-between gap-4">
				<div className="field w-34">
					<label htmlFor="buy-quantity">Quantity</label>
					<input
						id="buy-quantity"
						name="quantity"
						type="number"
						inputMode="numeric"
						className="input num"
						autoComplete="off"
						required
						min={minimum}
						max={getMaxOrderQuantity(product)}
						step={orderMultiple}
						defaultValue={minimum}
						aria-describedby="buy-quantity-error"
					/>
				</div>
				<p className="noscript:hidden num text-end">
					<span className="block text-sm text-muted">Total</span>
					<output htmlFor="buy-quantity" className="font-heading text-2xl font-semibold">
						{totalCents === null ? "–" : formatCents(totalCents)}
					</output>
				</p>
			</div>
			<div className="noscript:hidden grid min-h-9 content-center">
				<p id="buy-quantity-error" className="field-error" role="alert" />
				<SuggestionButton suggestion={suggestion} />
			</div>
			<AnchorButton href={`/purchase/${id}`} variant="primary" hidden>
				Purchase
			</AnchorButton>
			<Button type="submit" variant="primary">
				Purchase
			</Button>
			{children}
		</form>
	);
}
