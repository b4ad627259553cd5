import { redirect } from "react-router";
import { shopContext } from "#app/lib/context.ts";
import { readForm, withFormErrors } from "#app/lib/form-action.ts";
import { pageMeta } from "#app/lib/page-meta.ts";
import { useLive } from "#app/lib/use-live.ts";
import { LinkButton } from "#app/ui/button.tsx";
import { ConfirmButton } from "#app/ui/confirm-button.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { LastRefusal } from "#app/ui/last-refusal.tsx";
import { keepUnitsTogether } from "#app/ui/line-breaks.tsx";
import { Page } from "#app/ui/page.tsx";
import { answerBulk, isBulk } from "#app/ui/table/bulk.ts";
import { productActions } from "#app/ui/table/bulk-actions.ts";
import { chosenProduct, restockTask } from "#app/ui/table/chosen.ts";
import type { Column } from "#app/ui/table/data-table.tsx";
import { PagedTable } from "#app/ui/table/paged-table.tsx";
import { readChoice, readTableQuery } from "#app/ui/table/table-query.ts";
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
import { Price } from "../product-parts.tsx";
import type { Route } from "./+types/manage-products.ts";
import { ProductSearch } from "./product-search.tsx";
import { StockField } from "./stock-field.tsx";

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
	withFormErrors(async () => {
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
			<p>{keepUnitsTogether(name)}</p>
		</ConfirmButton>
	</>
);

const columns: Column<TableProduct>[] = [
	{ header: "Name", leads: "title", cell: ({ name }) => keepUnitsTogether(name) },
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

export {
	clientAction,
	revalidateWhenRefused as shouldRevalidate,
} from "#app/lib/client-action.ts";

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
