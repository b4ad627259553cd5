import { Alert } from "#app/ui/alert.tsx";
import { formatCents } from "#contract/money.ts";
import { formatWhole } from "#contract/numbers.ts";
import { isOutOfStock } from "#contract/stock.ts";
import type { OrderBefore } from "#worker/shop/orders/again.ts";

type Product = { priceCents: number; quantity: number; minimum: number };

/** @returns the pieces to fill in: as many as before, if that many can be ordered by now */
export function piecesAgain({ quantity, minimum }: Product, before: OrderBefore | null): number {
	return before ? Math.max(minimum, Math.min(before.quantity, quantity)) : minimum;
}

/** What is not as it was when this tool was ordered before. */
export function OrderBeforeNote({ product, before }: { product: Product; before: OrderBefore }) {
	const { quantity, priceCents } = product;
	if (isOutOfStock(product)) return null;
	const fewer = before.quantity > quantity;
	const dearer = before.priceCents !== priceCents;
	return (
		<div className="mb-4">
			<Alert>
				<p>Filled in from your last order. Change what you like.</p>
				{fewer && (
					<p>
						You ordered {formatWhole(before.quantity)} pieces; {formatWhole(quantity)} are in stock.
					</p>
				)}
				{dearer && (
					<p>
						A piece was {formatCents(before.priceCents)} then; it is {formatCents(priceCents)} now.
					</p>
				)}
			</Alert>
		</div>
	);
}
