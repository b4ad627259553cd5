import { EmptyState } from "../ui/empty-state.tsx";
import { Pager } from "../ui/pager.tsx";
import { ProductCard } from "./product-card.tsx";
import { Section } from "./section.tsx";
import type { ProductSummary } from "./types.ts";

type Props = {
	products: ProductSummary[];
	/** From 0. */
	page: number;
	pages: number;
};

const pageHref = (page: number) => `/?page=${page}#tools`;

/** Six products a page under their pager (specification.md §2 "Home product grid"). */
export function ProductGrid({ products, page, pages }: Props) {
	const note = pages > 1 && `Page ${page + 1} of ${pages}`;
	return (
		<Section id="tools" title="Get Car Repair Tools" note={note}>
			{products.length === 0 ? (
				<EmptyState icon="wrench" sentence="There are no tools on this page." />
			) : (
				<ul className="product-grid mb-8">
					{products.map((product) => (
						<ProductCard key={product.id} product={product} />
					))}
				</ul>
			)}
			<Pager page={page} pages={pages} href={pageHref} label="Pages of tools" />
		</Section>
	);
}
