import type { ReactNode } from "react";
import { RatingLine } from "#app/features/reviews/rating-summary.tsx";
import { ProductReviews } from "#app/features/reviews/reviews.tsx";
import { unbroken } from "#app/lib/unbroken.ts";
import type { ProductPage } from "#worker/shop/catalogue/page.ts";
import { Breadcrumb } from "./breadcrumb.tsx";
import { DeliveryNote } from "./delivery-note.tsx";
import { ProductFacts } from "./facts.tsx";
import { Gallery } from "./gallery.tsx";
import { Specification } from "./specification.tsx";

type Props = {
	shown: ProductPage & {
		/** Of the reviews, from 0. */
		page: number;
	};
	/** Path of the page around it. */
	here: string;
	/** Other tools, at the end. */
	beside?: ReactNode;
	/** How it is bought: beside the pictures, under price and stock. */
	children: ReactNode;
};

/** Everything that there is to know of a product, for everybody and around the order form. */
export function ProductBody({ shown, here, beside, children }: Props) {
	const { product } = shown;
	return (
		<main id="main" tabIndex={-1} className="wide grid gap-8 py-6 lg:gap-12 lg:py-8">
			<div className="grid gap-6">
				<header className="grid gap-3">
					<Breadcrumb product={product} here={here} />
					<h1>{unbroken(product.name)}</h1>
					<RatingLine ratings={product.ratings} />
				</header>
				<div className="product">
					<Gallery
						key={product.id}
						name={product.name}
						pictures={[product.img, ...product.gallery]}
					/>
					<div className="product-buy">
						<ProductFacts product={product} />
						{children}
						<DeliveryNote />
					</div>
					<div className="product-details">
						<section aria-labelledby="description" className="grid gap-4">
							<h2 id="description">Description</h2>
							<p className="max-w-text text-lg">{unbroken(product.description)}</p>
						</section>
						<Specification rows={product.specification} />
					</div>
				</div>
			</div>
			<ProductReviews {...shown} />
			{beside}
		</main>
	);
}
