import * as v from "valibot";
import { Carousel, firstScene } from "#app/components/home/carousel.tsx";
import { ContactBlock } from "#app/components/home/contact-block.tsx";
import { ProductGrid } from "#app/components/home/product-grid.tsx";
import { ReviewsSection } from "#app/components/home/reviews-section.tsx";
import { SellingChartSection } from "#app/components/home/selling-chart-section.tsx";
import { Statistics } from "#app/components/home/statistics.tsx";
import { SubscribeBlock } from "#app/components/home/subscribe-block.tsx";
import { shopContext } from "#app/context.ts";
import { useLive } from "#app/islands/live.tsx";
import { SalesChart } from "#app/islands/sales-chart.tsx";
import { pageMeta, structured } from "#app/page-meta.ts";
import { shopData } from "#app/structured-data.ts";
import { getHome } from "#worker/shop/storefront.ts";
import type { Route } from "./+types/home.ts";

export const links: Route.LinksFunction = () => [firstScene];

export const meta: Route.MetaFunction = ({ matches }) => [
	...pageMeta("Car repair tools in bulk"),
	...shopData(matches[0].loaderData?.origin ?? "").map(structured),
];

/** `?page=` counts from 0 (specification.md §4, "Pager"); anything unreadable is the first page. */
const querySchema = v.object({
	page: v.fallback(v.pipe(v.string(), v.regex(/^\d{1,6}$/), v.transform(Number)), 0),
});

/** What of the home page changes. */
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
