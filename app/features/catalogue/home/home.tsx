import * as v from "valibot";
import { ReviewsSection } from "#app/features/reviews/reviews-section.tsx";
import { shopContext } from "#app/lib/context.ts";
import { pageMeta, structured } from "#app/lib/page-meta.ts";
import { useLive } from "#app/lib/use-live.ts";
import { LinkButton } from "#app/ui/button.tsx";
import { EmptyState } from "#app/ui/feedback.tsx";
import { Pager } from "#app/ui/pager.tsx";
import { PathLink } from "#app/ui/path-link.tsx";
import { categories, categorySlugs } from "#contract/categories.ts";
import { toolsPath } from "#contract/schemas/finding.ts";
import { getHome } from "#worker/shop/catalogue/pages.ts";
import type { Product } from "#worker/shop/catalogue/read.ts";
import { SalesChart } from "../chart/sales-chart.tsx";
import { ProductCard } from "../product-card.tsx";
import { shopData } from "../structured-data.ts";
import type { Route } from "./+types/home.ts";
import { Carousel, firstScene } from "./carousel.tsx";
import {
	ContactBlock,
	Section,
	SellingChartSection,
	Statistics,
	SubscribeBlock,
} from "./sections.tsx";

export const links: Route.LinksFunction = () => [firstScene];

export const meta: Route.MetaFunction = ({ matches }) => [
	...pageMeta("Car repair tools in bulk"),
	...shopData(matches[0].loaderData?.origin ?? "").map(structured),
];

/** `?page=` counts from 0 (specification.md §4, "Pager"); anything unreadable is the first page. */
const querySchema = v.object({
	page: v.fallback(v.pipe(v.string(), v.regex(/^\d{1,6}$/), v.transform(Number)), 0),
});

export async function loader({ context, url }: Route.LoaderArgs) {
	const { page } = v.parse(querySchema, { page: url.searchParams.get("page") });
	return { page, ...(await getHome(context.get(shopContext), page)) };
}

type GridProps = {
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
function ProductGrid({ products, page, pages }: GridProps) {
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

export default function Home({ loaderData }: Route.ComponentProps) {
	useLive();
	const { products, page, pages, reviews, contact } = loaderData;
	return (
		<main id="main" tabIndex={-1}>
			<Carousel />
			<Statistics />
			<ProductGrid products={products} page={page} pages={pages} />
			<SellingChartSection>
				<SalesChart />
			</SellingChartSection>
			<ContactBlock address={contact} />
			<ReviewsSection reviews={reviews} />
			<SubscribeBlock />
		</main>
	);
}
