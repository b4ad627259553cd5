import type { ReactNode } from "react";
import { Price } from "#app/components/ui/price.tsx";
import { StockLabel } from "#app/components/ui/stock-label.tsx";
import { unbroken } from "#app/components/ui/unbroken.ts";
import { formatWhole } from "#contract/numbers.ts";
import { isOutOfStock } from "#contract/stock.ts";
import type { Product } from "#worker/shop/catalogue/read.ts";

function Fact({ name, children }: { name: string; children: ReactNode }) {
	return (
		<div className="flex flex-wrap items-baseline justify-between gap-x-6 border-b border-base-300 py-3">
			<dt className="text-muted">{name}</dt>
			<dd>{children}</dd>
		</div>
	);
}

/** What there is to know of a product before buying it. */
export function ProductFacts({ product }: { product: Product }) {
	const { name, description, img, priceCents, quantity, minimum } = product;
	return (
		<div className="grid content-start gap-6">
			<img
				src={img}
				alt={name}
				width="800"
				height="600"
				className="aspect-4/3 w-full rounded-md bg-studio object-cover [filter:var(--tone-picture)]"
			/>
			<p className="max-w-text text-lg">{unbroken(description)}</p>
			<dl className="border-t border-base-300">
				<Fact name="Price">
					<Price cents={priceCents} each />
				</Fact>
				<Fact name="Available pieces">
					<StockLabel quantity={quantity} minimum={minimum} />
					{isOutOfStock(product) && (
						<span className="num text-sm"> ({formatWhole(quantity)} left)</span>
					)}
				</Fact>
				<Fact name="Minimum order">
					<span className="num">{formatWhole(minimum)} pieces</span>
				</Fact>
			</dl>
		</div>
	);
}
