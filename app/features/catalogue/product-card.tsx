import { AddToBasket } from "#app/features/basket/add-to-basket.tsx";
import { AnchorButton, Button } from "#app/ui/button.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { keepUnitsTogether } from "#app/ui/keep-units-together.tsx";
import { Picture } from "#app/ui/picture.tsx";
import { formatCents } from "#contract/money.ts";
import { formatInteger } from "#contract/numbers.ts";
import { getPriceSteps } from "#contract/price-breaks.ts";
import { isOutOfStock } from "#contract/stock.ts";
import type { Product } from "#worker/shop/catalogue/read.ts";
import { Price, StockLabel } from "./price-and-stock.tsx";

/** On phones each tool is a row that begins with its picture (styles/tools.css). */
const pictureSizes = "(min-width: 64rem) 395px, (min-width: 43rem) 50vw, 120px";

export function ProductCard({ product }: { product: Product }) {
	const { id, name, partNumber, description, quantity, minimum, img } = product;
	const [[, priceCents], ...lowerPrices] = getPriceSteps(product);
	const lowest = lowerPrices.at(-1);
	return (
		<li className="product-card" data-row={id}>
			<Picture src={img} alt="" sizes={pictureSizes} loading="lazy" />
			<div>
				<div>
					<h3>
						<a href={`/tools/${id}`} className="card-link">
							{keepUnitsTogether(name)}
						</a>
					</h3>
					{partNumber && <div className="num text-sm text-muted">{partNumber}</div>}
				</div>
				<p>{keepUnitsTogether(description)}</p>
				<div>
					<dl>
						<dt className="sr-only">Price</dt>
						<dd>
							<Price cents={priceCents} perPiece />
						</dd>
						<dt className="sr-only">Minimum order</dt>
						<dd className="num text-sm text-muted">min. {formatInteger(minimum)} pcs</dd>
						<dt className="sr-only">Stock</dt>
						<dd className="in-stock">
							<StockLabel quantity={quantity} minimum={minimum} />
						</dd>
						{lowest && (
							<>
								<dt className="sr-only">Lowest price</dt>
								<dd className="num text-sm text-muted">
									{formatCents(lowest[1])} at {formatInteger(lowest[0])}+
								</dd>
							</>
						)}
					</dl>
					{isOutOfStock(product) ? (
						<Button disabled className="relative w-full">
							Try Later
						</Button>
					) : (
						<div className="flex gap-2">
							<AnchorButton
								href={`/purchase/${id}`}
								variant="primary"
								className="relative grow"
								aria-label={`Purchase ${name}`}
							>
								Purchase
							</AnchorButton>
							<AddToBasket productId={id} label={`Add ${name} to basket`} className="px-3">
								<Icon name="shopping-basket" />
							</AddToBasket>
						</div>
					)}
				</div>
			</div>
		</li>
	);
}
