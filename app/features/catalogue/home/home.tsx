import * as v from "valibot";
import { ReviewsSection } from "#app/features/reviews/reviews-section.tsx";
import { shopContext } from "#app/lib/context.ts";
import { jsonLd, pageMeta } from "#app/lib/page-meta.ts";
import { AnchorButton } from "#app/ui/button.tsx";
import { EmptyState } from "#app/ui/feedback.tsx";
import { Pager } from "#app/ui/pager.tsx";
import { categorySlugs } from "#contract/categories.ts";
import { getHome } from "#worker/shop/catalogue/home-and-product-pages.ts";
import { CategoryRow } from "../category-row.tsx";
import { ProductCard } from "../product-card.tsx";
import { buildShopData } from "../structured-data.ts";
import type { Route } from "./+types/home.ts";
import { Carousel, firstSlidePreload } from "./carousel.tsx";
import {
	ContactBlock,
	HomeSection,
	SellingChartSection,
	Statistics,
	SubscribeBlock,
} from "./home-sections.tsx";

export const links: Route.LinksFunction = () => [firstSlidePreload];

export { allowBackForwardCache as headers } from "#app/lib/document-headers.ts";

export const meta: Route.MetaFunction = ({ matches }) => [
	...pageMeta("Car repair tools in bulk"),
	...buildShopData(matches[0].loaderData?.origin ?? "").map(jsonLd),
];

/** `?page=` counts from 0 (specification.md §4 "Pager"). Any other value means the first page. */
const pageSchema = v.fallback(v.pipe(v.string(), v.regex(/^\d{1,6}$/), v.transform(Number)), 0);

export async function loader({ context, url }: Route.LoaderArgs) {
	const page = v.parse(pageSchema, url.searchParams.get("page"));
	return { page, ...(await getHome(context.get(shopContext), page)) };
}

const homePath = (page: number) => (page === 0 ? "/#tools" : `/?page=${page}#tools`);

const NoTools = ({ pageCount }: { pageCount: number }) =>
	pageCount === 0 ? (
		<EmptyState icon="wrench" sentence="There are no tools in the shop yet." />
	) : (
		<EmptyState icon="wrench" sentence={`That page doesn't exist. There are ${pageCount} pages.`}>
			<AnchorButton href={homePath(0)}>Back to the first page</AnchorButton>
		</EmptyState>
	);

/** specification.md §2 "Home product grid". */
function ProductGrid({ products, page, pageCount }: Route.ComponentProps["loaderData"]) {
	const note = page < pageCount && pageCount > 1 && `Page ${page + 1} of ${pageCount}`;
	return (
		<HomeSection
			id="tools"
			title="Get Car Repair Tools"
			note={<span aria-live="polite">{note}</span>}
		>
			<CategoryRow
				slugs={categorySlugs.filter((slug) => slug !== "other")}
				className="scroll-row mb-6"
			/>
			<div data-live="tools">
				{products.length === 0 ? (
					<NoTools pageCount={pageCount} />
				) : (
					<ul className="product-grid mb-8">
						{products.map((product) => (
							<ProductCard key={product.id} product={product} />
						))}
					</ul>
				)}
				{page < pageCount && (
					<Pager page={page} pageCount={pageCount} href={homePath} label="Pages of tools" />
				)}
			</div>
		</HomeSection>
	);
}

export default function Home({ loaderData }: Route.ComponentProps) {
	return (
		<main id="main" tabIndex={-1}>
			<Carousel />
			<Statistics />
			<ProductGrid {...loaderData} />
			<SellingChartSection />
			<ContactBlock email={loaderData.contact} />
			<ReviewsSection reviews={loaderData.reviews} />
			<SubscribeBlock />
		</main>
	);
}
