import { LinkButton } from "#app/ui/button.tsx";
import { EmptyState } from "#app/ui/feedback.tsx";
import { Pager } from "#app/ui/pager.tsx";
import { PathLink } from "#app/ui/path-link.tsx";
import { categories, categorySlugs } from "#contract/categories.ts";
import { toolsPath } from "#contract/schemas/finding.ts";
import type { Product } from "#worker/shop/catalogue/read.ts";
import { ProductCard } from "../product-card.tsx";
import { Section } from "./sections.tsx";

type Props = {
	products: Product[];
	page: number;
	pages: number;
};

const pageHref = (page: number) => (page === 0 ? "/#tools" : `/?page=${page}#tools`);

function NoTools({ pages }: { pages: number }) {
	if (pages === 0) {
		return <EmptyState icon="wrench" sentence="There are no tools in the shop yet." />;
	}
	return (
		<EmptyState icon="wrench" sentence={`That page doesn't exist. There are ${pages} pages.`}>
			<LinkButton to={pageHref(0)} preventScrollReset>
				Back to the first page
			</LinkButton>
		</EmptyState>
	);
}

const CategoryRow = () => (
	<nav aria-label="Categories" className="category-row mb-6">
		<PathLink to="/tools" prefetch="intent">
			All tools
		</PathLink>
		{categorySlugs
			.filter((category) => category !== "other")
			.map((category) => (
				<PathLink key={category} to={toolsPath({ category })} prefetch="intent">
					{categories[category]}
				</PathLink>
			))}
	</nav>
);

/** specification.md §2 "Home product grid". */
export function ProductGrid({ products, page, pages }: Props) {
	const note = page < pages && pages > 1 && `Page ${page + 1} of ${pages}`;
	return (
		<Section id="tools" title="Get Car Repair Tools" note={<span aria-live="polite">{note}</span>}>
			<CategoryRow />
			{products.length === 0 ? (
				<NoTools pages={pages} />
			) : (
				<ul className="product-grid mb-8">
					{products.map((product) => (
						<ProductCard key={product.id} product={product} />
					))}
				</ul>
			)}
			{page < pages && <Pager page={page} pages={pages} href={pageHref} label="Pages of tools" />}
		</Section>
	);
}
