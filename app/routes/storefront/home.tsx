import * as v from "valibot";
import { shopContext } from "#app/context.ts";
import { getHome } from "#worker/shop/storefront.ts";
import type { Route } from "./+types/home.ts";

/** `?page=` counts from 0 (specification.md §4, "Pager"); anything unreadable is the first page. */
const querySchema = v.object({
	page: v.fallback(v.pipe(v.string(), v.regex(/^\d{1,6}$/), v.transform(Number)), 0),
});

export async function loader({ context, url }: Route.LoaderArgs) {
	const { page } = v.parse(querySchema, { page: url.searchParams.get("page") });
	return { page, ...(await getHome(context.get(shopContext), page)) };
}

export default function Home({ loaderData }: Route.ComponentProps) {
	return (
		<main id="main" tabIndex={-1}>
			<ul>
				{loaderData.products.map((product) => (
					<li key={product.id}>{product.name}</li>
				))}
			</ul>
		</main>
	);
}
