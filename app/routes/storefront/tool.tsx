import { useRouteLoaderData } from "react-router";
import { ProductBody } from "#app/components/product/product-body.tsx";
import { SimilarTools } from "#app/components/tools/similar-tools.tsx";
import { Button, LinkButton } from "#app/components/ui/button.tsx";
import { shopContext } from "#app/context.ts";
import { pageMeta, structured } from "#app/page-meta.ts";
import type { loader as rootLoader } from "#app/root.tsx";
import { breadcrumbData, productData } from "#app/structured-data.ts";
import { isOutOfStock } from "#contract/stock.ts";
import { requireProductPage } from "#worker/shop/catalogue/page.ts";
import type { Product } from "#worker/shop/catalogue/read.ts";
import { similarTools } from "#worker/shop/catalogue/similar.ts";
import type { Route } from "./+types/tool.ts";
import { readReviewsPage } from "./reviews-page.ts";

export const meta: Route.MetaFunction = ({ loaderData, matches }) => {
	if (!loaderData) return pageMeta("Tool");
	const { product } = loaderData;
	const origin = matches[0].loaderData?.origin ?? "";
	return [
		...pageMeta(product.name, product.description, "product"),
		structured(productData(loaderData, origin)),
		structured(breadcrumbData(product, origin)),
	];
};

/** The product, its reviews and ratings, and tools like it. */
export async function loader({ context, params, url }: Route.LoaderArgs) {
	const page = readReviewsPage(url);
	const shop = context.get(shopContext);
	const shown = await requireProductPage(shop, params.id, page);
	return { page, ...shown, similar: await similarTools(shop, shown.product) };
}

/** What this visitor can do with the product: an admin can not buy. */
function Buy({ product }: { product: Product }) {
	const account = useRouteLoaderData<typeof rootLoader>("root")?.account;
	if (account?.role === "admin") {
		return <LinkButton to={`/dashbord/updateproducts/${product.id}`}>Update Product</LinkButton>;
	}
	if (isOutOfStock(product)) return <Button disabled>Try Later</Button>;
	return (
		<div className="grid gap-2">
			<LinkButton to={`/purchase/${product.id}`} look="primary" prefetch="intent">
				Purchase
			</LinkButton>
			{!account && <p className="text-sm text-muted">You log in first, then say how many.</p>}
		</div>
	);
}

export default function Tool({ loaderData }: Route.ComponentProps) {
	const { product, similar } = loaderData;
	return (
		<ProductBody
			shown={loaderData}
			here={`/tools/${product.id}`}
			beside={<SimilarTools tools={similar} />}
		>
			<Buy product={product} />
		</ProductBody>
	);
}
