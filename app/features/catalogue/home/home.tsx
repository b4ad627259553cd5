import * as v from "valibot";
import { ReviewsSection } from "#app/features/reviews/reviews-section.tsx";
import { shopContext } from "#app/lib/context.ts";
import { pageMeta, structured } from "#app/lib/page-meta.ts";
import { useLive } from "#app/lib/use-live.ts";
import { getHome } from "#worker/shop/catalogue/pages.ts";
import { SalesChart } from "../chart/sales-chart.tsx";
import { shopData } from "../structured-data.ts";
import type { Route } from "./+types/home.ts";
import { Carousel, firstScene } from "./carousel.tsx";
import { ProductGrid } from "./product-grid.tsx";
import { ContactBlock, SellingChartSection, Statistics, SubscribeBlock } from "./sections.tsx";

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
