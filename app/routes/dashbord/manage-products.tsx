import { redirect } from "react-router";
import { orRefused, readForm } from "#app/answer.ts";
import { productActions } from "#app/components/dashboard/bulk/bulk-actions.ts";
import { LastRefusal } from "#app/components/dashboard/last-refusal.tsx";
import { PagedTable } from "#app/components/dashboard/paged-table.tsx";
import { ProductSearch } from "#app/components/dashboard/product-search.tsx";
import { StockField } from "#app/components/dashboard/stock-field.tsx";
import { Page } from "#app/components/page.tsx";
import { LinkButton } from "#app/components/ui/button.tsx";
import { ConfirmButton } from "#app/components/ui/confirm-button.tsx";
import type { Column } from "#app/components/ui/data-table.tsx";
import { EmptyState } from "#app/components/ui/empty-state.tsx";
import { Price } from "#app/components/ui/price.tsx";
import { unbroken } from "#app/components/ui/unbroken.ts";
import { shopContext } from "#app/context.ts";
import { useLive } from "#app/islands/live.tsx";
import { keepForm } from "#app/keep-form.ts";
import { pageMeta } from "#app/page-meta.ts";
import { categorySlugs } from "#contract/categories.ts";
import { confirmation, stockSaved, success } from "#contract/messages.ts";
import { formatWhole } from "#contract/numbers.ts";
import { deleteProduct } from "#worker/shop/catalogue/remove.ts";
import { restock } from "#worker/shop/catalogue/restock.ts";
import {
	getProductsPage,
	productSorts,
	stockLevels,
	type TableProduct,
} from "#worker/shop/catalogue/table.ts";
import type { Shop } from "#worker/shop/context.ts";
import type { Route } from "./+types/manage-products.ts";
import { answerBulk, isBulk } from "./bulk.ts";
import { chosenProduct, restockTask } from "./chosen.ts";
import { readChoice, readTableQuery } from "./table-query.ts";

export const meta: Route.MetaFunction = () => pageMeta("Manage Products");

export async function loader({ context, url }: Route.LoaderArgs) {
	const { page, search } = readTableQuery(url);
	const view = {
		search,
		category: readChoice(url, "category", categorySlugs),
		stock: readChoice(url, "stock", stockLevels),
		sort: readChoice(url, "sort", productSorts) ?? "newest",
	};
	const found = await getProductsPage(context.get(shopContext), { ...view, page });
	return { ...found, ...view, page };
}

/** @returns what to tell the admin once it is done */
async function work(shop: Shop, form: FormData): Promise<string> {
	if (form.has("quantity")) {
		const { product, wish } = await readForm(form, restockTask);
		const { name, now } = await restock(shop, product, wish);
		return stockSaved(name, now, wish.quantity - now);
	}
	const { product } = await readForm(form, chosenProduct);
	await deleteProduct(shop, product);
	return success.productDeleted;
}

export const action = ({ request, context, url }: Route.ActionArgs) =>
	orRefused(async () => {
		const shop = context.get(shopContext);
		const form = await request.formData();
		if (isBulk(form)) return answerBulk(shop, form, ["deleteProduct"], url);
		shop.visitor.flash({ kind: "success", text: await work(shop, form) });
		return redirect(url.pathname + url.search, 303);
	});

const Tasks = ({ product: { id, name } }: { product: TableProduct }) => (
	<>
		<LinkButton to={`/dashbord/updateproducts/${id}`} size="sm">
			Update Product
		</LinkButton>
		<ConfirmButton label="Delete" question={confirmation.remove} fields={{ product: id }}>
			<p>{unbroken(name)}</p>
		</ConfirmButton>
	</>
);

const columns: Column<TableProduct>[] = [
	{ header: "Name", leads: "title", cell: ({ name }) => unbroken(name) },
	{
		header: "Price per piece",
		kind: "number",
		leads: "sum",
		cell: ({ priceCents }) => <Price cents={priceCents} />,
	},
	{ header: "Quantity", kind: "number", cell: ({ quantity }) => formatWhole(quantity) },
	{
		header: "Set stock",
		kind: "number",
		cell: (product) => <StockField product={product} />,
	},
	{ header: "Actions", kind: "actions", cell: (product) => <Tasks product={product} /> },
];

export { revalidateWhenRefused as shouldRevalidate } from "#app/revalidate-when-refused.ts";

export const clientAction = (args: Route.ClientActionArgs) => keepForm(args);

export default function ManageProducts({ loaderData, actionData }: Route.ComponentProps) {
	useLive();
	return (
		<Page title="Manage Products" nested>
			<LastRefusal refused={actionData} />
			<ProductSearch view={loaderData} />
			<PagedTable
				caption="Products"
				of="products"
				searched="name"
				icon="wrench"
				columns={columns}
				rowKey={({ id }) => id}
				found={loaderData}
				bulk={{ noun: "product", nameOf: ({ name }) => name, actions: productActions }}
				chosen={loaderData.category !== null || loaderData.stock !== null}
			>
				<EmptyState icon="wrench" sentence="There are no products.">
					<LinkButton to="/dashbord/addproducts" look="primary">
						Add Products
					</LinkButton>
				</EmptyState>
			</PagedTable>
		</Page>
	);
}
