import { useRouteLoaderData } from "react-router";
import * as v from "valibot";
import { shopContext } from "#app/lib/context.ts";
import { jsonLd, pageMeta } from "#app/lib/page-meta.ts";
import type { RootData } from "#app/root-data.ts";
import { AnchorButton, Button } from "#app/ui/button.tsx";
import { toolReviewPages } from "#contract/limits.ts";
import { can } from "#contract/roles.ts";
import { isOutOfStock } from "#contract/stock.ts";
import { requestStockAlertPath } from "#contract/stock-alert-path.ts";
import { getProfile } from "#worker/shop/accounts/profile.ts";
import { requireProductPage } from "#worker/shop/catalogue/home-and-product-pages.ts";
import type { Product } from "#worker/shop/catalogue/read.ts";
import { findSimilarTools } from "#worker/shop/catalogue/similar.ts";
import { hasStockAlert } from "#worker/shop/catalogue/stock-alerts.ts";
import { StockAlertButton, VerifyEmailForStockAlert } from "../stock-alert-forms.tsx";
import { buildBreadcrumbData, buildProductData } from "../structured-data.ts";
import { ToolRow } from "../tools/tool-row.tsx";
import type { Route } from "./+types/tool.ts";
import { BuyForm } from "./buy-form.tsx";
import { ProductBody } from "./product-body.tsx";

const reviewsPageSchema = v.fallback(
	v.pipe(
		v.string(),
		v.regex(/^\d{1,2}$/),
		v.transform(Number),
		v.maxValue(toolReviewPages.count - 1),
	),
	0,
);

export { allowBackForwardCache as headers } from "#app/lib/document-headers.ts";

export const meta: Route.MetaFunction = ({ loaderData, matches }) => {
	if (!loaderData) return pageMeta("Tool");
	const { product } = loaderData;
	const origin = matches[0].loaderData?.origin ?? "";
	return [
		...pageMeta(product.name, product.description, "product"),
		jsonLd(buildProductData(loaderData, origin)),
		jsonLd(buildBreadcrumbData(product, origin)),
	];
};

export async function loader({ context, params, url }: Route.LoaderArgs) {
	const page = v.parse(reviewsPageSchema, url.searchParams.get("page"));
	const shop = context.get(shopContext);
	const productPage = await requireProductPage(shop, params.id, page);
	const { product } = productPage;
	const canRequestAlert =
		isOutOfStock(product) && shop.account && can(shop.account, "orders:place");
	const [similar, isAlertRequested, profile] = await Promise.all([
		findSimilarTools(shop, product),
		canRequestAlert ? hasStockAlert(shop, product.id) : false,
		canRequestAlert ? getProfile(shop) : null,
	]);
	const isVerified = profile?.isVerified ?? false;
	return { page, ...productPage, similar, hasStockAlert: isAlertRequested, isVerified };
}

type BuyButtonProps = { product: Product; hasStockAlert: boolean; isVerified: boolean };

function TryLater({ product, hasStockAlert, isVerified }: BuyButtonProps) {
	const account = useRouteLoaderData<RootData>("root")?.account;
	const path = requestStockAlertPath(product.id);
	return (
		<div className="grid gap-3">
			<Button disabled>Try Later</Button>
			{!account && (
				<AnchorButton href={path} variant="primary">
					Email me when it's back
				</AnchorButton>
			)}
			{hasStockAlert && <p>We'll email you once when this tool is back in stock.</p>}
			{account &&
				(hasStockAlert || isVerified ? (
					<StockAlertButton tool={product} hasStockAlert={hasStockAlert} from="tool" />
				) : (
					<VerifyEmailForStockAlert toolId={product.id} />
				))}
		</div>
	);
}

function BuyButton(props: BuyButtonProps) {
	const { product } = props;
	const account = useRouteLoaderData<RootData>("root")?.account;
	if (account?.capabilities.includes("products:write")) {
		return (
			<AnchorButton href={`/dashbord/updateproducts/${product.id}`}>Update Product</AnchorButton>
		);
	}
	if (account && !account.capabilities.includes("orders:place")) return null;
	if (isOutOfStock(product)) return <TryLater {...props} />;
	return (
		<div className="grid gap-2">
			<BuyForm product={product}>
				<Button
					type="submit"
					formMethod="post"
					formAction="/basket/add"
					name="product"
					value={product.id}
					data-response-target="toast"
				>
					Add to basket
				</Button>
			</BuyForm>
			{!account && (
				<p className="text-sm text-muted">You'll be asked to log in before you order.</p>
			)}
		</div>
	);
}

export default function Tool({ loaderData }: Route.ComponentProps) {
	const { product, similar, hasStockAlert, isVerified } = loaderData;
	return (
		<ProductBody
			productPage={loaderData}
			related={<ToolRow id="similar-tools" title="Similar tools" tools={similar} />}
		>
			<BuyButton product={product} hasStockAlert={hasStockAlert} isVerified={isVerified} />
		</ProductBody>
	);
}
