import { shopContext } from "#app/lib/context.ts";
import { pageMeta } from "#app/lib/page-meta.ts";
import { Page } from "#app/ui/page.tsx";
import { Pager } from "#app/ui/pager.tsx";
import { toolsPageSize } from "#contract/limits.ts";
import { readToolsQuery, toolsPath } from "#contract/schemas/tools-query.ts";
import { findTools } from "#worker/shop/catalogue/find.ts";
import { ProductCard } from "../product-card.tsx";
import type { Route } from "./+types/tools.ts";
import { FilterButton, FilterChips, FilterPanel, SortLinks } from "./filter-panel.tsx";
import { describeCount, getTitle, NothingFound } from "./result-summary.tsx";

export { allowBackForwardCache as headers } from "#app/lib/document-headers.ts";

export const meta: Route.MetaFunction = ({ loaderData }) =>
	pageMeta(loaderData ? getTitle(loaderData.query) : "All tools");

export async function loader({ context, url }: Route.LoaderArgs) {
	const query = readToolsQuery(url.searchParams);
	return { query, ...(await findTools(context.get(shopContext), query)) };
}

export default function Tools({ loaderData }: Route.ComponentProps) {
	const { query, products, total, isFilteredOut, isCapped, counts } = loaderData;
	const pageCount = Math.ceil(total / toolsPageSize);
	return (
		<Page
			title={getTitle(query)}
			lead={
				<span aria-live="polite">{products.length > 0 && describeCount(query.q, loaderData)}</span>
			}
		>
			<div className="grid items-start gap-x-10 gap-y-6 lg:grid-cols-[232px_minmax(0,1fr)]">
				<FilterPanel query={query} counts={counts} />
				<div className="grid min-w-0 gap-6">
					<h2 className="sr-only">Tools</h2>
					<div className="flex flex-wrap items-center gap-x-4 gap-y-3">
						<FilterButton query={query} />
						<FilterChips query={query} />
						{products.length > 1 && <SortLinks query={query} inline />}
					</div>
					{products.length === 0 ? (
						<NothingFound
							query={query}
							isFilteredOut={isFilteredOut}
							isCapped={isCapped}
							counts={counts}
						/>
					) : (
						<ul className="product-grid">
							{products.map((product) => (
								<ProductCard key={product.id} product={product} />
							))}
						</ul>
					)}
					<Pager
						page={query.page}
						pageCount={pageCount}
						href={(page) => toolsPath({ ...query, page })}
						label="Pages of tools"
					/>
				</div>
			</div>
		</Page>
	);
}
