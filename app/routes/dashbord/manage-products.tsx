import { redirect } from "react-router";
import { orRefused, readForm } from "#app/answer.ts";
import { LastRefusal } from "#app/components/dashboard/last-refusal.tsx";
import { PagedTable } from "#app/components/dashboard/paged-table.tsx";
import { TableSearch } from "#app/components/dashboard/table-search.tsx";
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
import { confirmation, success } from "#contract/messages.ts";
import { formatWhole } from "#contract/numbers.ts";
import { getProductsPage, type Product } from "#worker/shop/catalogue/read.ts";
import { deleteProduct } from "#worker/shop/catalogue/remove.ts";
import type { Route } from "./+types/manage-products.ts";
import { chosenProduct } from "./chosen.ts";
import { readTableQuery } from "./table-query.ts";

export const meta: Route.MetaFunction = () => pageMeta("Manage Products");

export async function loader({ context, url }: Route.LoaderArgs) {
	const { page, search } = readTableQuery(url);
	return { ...(await getProductsPage(context.get(shopContext), { page, search })), page, search };
}

export const action = ({ request, context, url }: Route.ActionArgs) =>
	orRefused(async () => {
		const shop = context.get(shopContext);
		const { product } = await readForm(request, chosenProduct);
		await deleteProduct(shop, product);
		shop.visitor.flash({ kind: "success", text: success.productDeleted });
		return redirect(url.pathname + url.search, 303);
	});

const Tasks = ({ product: { id, name } }: { product: Product }) => (
	<>
		<LinkButton to={`/dashbord/updateproducts/${id}`} size="sm">
			Update Product
		</LinkButton>
		<ConfirmButton label="Delete" question={confirmation.remove} fields={{ product: id }}>
			<p>{unbroken(name)}</p>
		</ConfirmButton>
	</>
);

const columns: Column<Product>[] = [
	{ header: "Name", cell: ({ name }) => unbroken(name) },
	{
		header: "Price per piece",
		kind: "number",
		cell: ({ priceCents }) => <Price cents={priceCents} />,
	},
	{ header: "Quantity", kind: "number", cell: ({ quantity }) => formatWhole(quantity) },
	{ header: "Actions", kind: "actions", cell: (product) => <Tasks product={product} /> },
];

export const clientAction = (args: Route.ClientActionArgs) => keepForm(args);

export default function ManageProducts({ loaderData, actionData }: Route.ComponentProps) {
	useLive();
	return (
		<Page title="Manage Products" nested>
			<LastRefusal refused={actionData} />
			<TableSearch label="Name starts with" search={loaderData.search} />
			<PagedTable
				caption="Products"
				of="products"
				searched="name"
				icon="wrench"
				columns={columns}
				rowKey={({ id }) => id}
				found={loaderData}
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
