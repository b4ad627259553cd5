import { counted, formatWhole } from "#contract/numbers.ts";
import { isOutOfStock } from "#contract/stock.ts";
import type { Product } from "#worker/shop/catalogue/read.ts";
import { Price } from "../price.tsx";
import { StockLabel } from "../stock-label.tsx";

/** What is left of a product that can not be bought. */
function Left({ quantity, minimum }: Pick<Product, "quantity" | "minimum">) {
	const left = quantity === 0 ? "None are left." : `Only ${counted(quantity, "piece")} left.`;
	return (
		<p className="num text-sm text-muted">
			{left} The minimum order is {formatWhole(minimum)}.
		</p>
	);
}

/** What one has to know before buying: price of a piece, stock in words, minimum order. */
export function ProductFacts({ product }: { product: Product }) {
	const { priceCents, quantity, minimum } = product;
	return (
		<dl className="product-facts">
			<dt className="sr-only">Price</dt>
			<dd>
				<Price cents={priceCents} each />
			</dd>
			<dt className="sr-only">Available pieces</dt>
			<dd>
				<StockLabel quantity={quantity} minimum={minimum} />
				{isOutOfStock(product) && <Left quantity={quantity} minimum={minimum} />}
			</dd>
			{!isOutOfStock(product) && (
				<>
					<dt className="sr-only">Minimum order</dt>
					<dd className="num text-sm text-muted">Minimum order {counted(minimum, "piece")}</dd>
				</>
			)}
		</dl>
	);
}
