import { Link, type ShouldRevalidateFunctionArgs, useLocation } from "react-router";
import * as v from "valibot";
import { readForm } from "#app/lib/form-action.ts";
import { pageMeta } from "#app/lib/page-meta.ts";
import { AnchorButton, Button } from "#app/ui/button.tsx";
import { ConfirmButton } from "#app/ui/confirm-button.tsx";
import { Badge } from "#app/ui/feedback.tsx";
import { keepUnitsTogether } from "#app/ui/keep-units-together.tsx";
import { PostForm } from "#app/ui/post-form.tsx";
import { RouterLinkButton } from "#app/ui/router-link-button.tsx";
import type { BulkButton } from "#app/ui/table/bulk-bar.tsx";
import { DashboardTable, type Table } from "#app/ui/table/dashboard-table.tsx";
import { tableAction } from "#app/ui/table/table-action.ts";
import { tableLoader } from "#app/ui/table/table-query.ts";
import { errors } from "#contract/errors.ts";
import { textLength } from "#contract/limits.ts";
import { confirmation, stockSaved, success } from "#contract/messages.ts";
import { formatInteger } from "#contract/numbers.ts";
import { productFilters } from "#contract/product-filters.ts";
import { stock, text } from "#contract/schemas/fields.ts";
import type { Filters } from "#contract/table-filters.ts";
import { deleteProduct, publishProduct, restock } from "#worker/shop/catalogue/edit.ts";
import { getProductsPage, type ProductRow } from "#worker/shop/catalogue/product-table.ts";
import { Price } from "../price-and-stock.tsx";
import type { Route } from "./+types/manage-products.ts";
import { EditBar } from "./edit-bar.tsx";
import { EditCell, StockForm } from "./edit-cell.tsx";
import { EditsContext } from "./edits.ts";
import { useEdits } from "./use-edits.ts";

export const meta: Route.MetaFunction = () => pageMeta("Manage Products");

const filters = {
	...productFilters,
	sort: {
		label: "Sort",
		choices: {
			newest: "Newest first",
			name: "Name",
			cheapest: "Price, lowest first",
			dearest: "Price, highest first",
			scarcest: "Stock, lowest first",
		},
		// The results of a search or the stock filter have a fixed order.
		isShown: ({ search, stock, state }) => !search && stock === null && state === "listed",
	},
} as const satisfies Filters;

export const loader = tableLoader(filters, getProductsPage);

const productId = text(errors.validation_failed.message, textLength.id);
const rowSchema = v.object({ product: productId, task: v.optional(v.literal("publish")) });

/** `quantity` is the new stock. `shownStock` and `editKey` are the product's stock and last edit when the page was loaded. */
const restockSchema = v.object({
	product: productId,
	quantity: stock,
	shownStock: stock,
	editKey: v.pipe(v.string(), v.maxLength(textLength.idempotencyKey)),
});

const bulkActions: BulkButton[] = [
	{ action: "deleteProduct", label: "Delete selected", question: confirmation.remove },
];

const draftActions: BulkButton[] = [
	{ action: "publishProduct", label: "Publish selected", question: confirmation.publishProducts },
	...bulkActions,
];

export const action = tableAction(async (shop, form) => {
	if (form.has("quantity")) {
		const { product, editKey, quantity, shownStock } = readForm(form, restockSchema);
		const edit = { quantity, shownStock, editKey: editKey || null };
		const { name, stock: savedStock } = await restock(shop, product, edit);
		return stockSaved(name, savedStock, quantity - savedStock);
	}
	const { product, task } = readForm(form, rowSchema);
	if (task === "publish") {
		await publishProduct(shop, product);
		return success.productPublished;
	}
	await deleteProduct(shop, product);
	return success.productDeleted;
}, draftActions);

/** Reloads the table after a form is rejected because its product has changed. */
export const shouldRevalidate = ({
	actionStatus,
	defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs) =>
	actionStatus === 400 || actionStatus === 409 || defaultShouldRevalidate;

const UpdateLink = ({ id }: { id: string }) => {
	const { search } = useLocation();
	return (
		<RouterLinkButton to={`/dashbord/updateproducts/${id}${search}`} size="sm">
			Update Product
		</RouterLinkButton>
	);
};

const RowButtons = ({ product: { id, name, draft } }: { product: ProductRow }) => (
	<>
		{draft && (
			<PostForm preventScrollReset>
				<input type="hidden" name="product" value={id} />
				<Button type="submit" size="sm" variant="outline" name="task" value="publish">
					Publish<span className="sr-only"> {name}</span>
				</Button>
			</PostForm>
		)}
		<UpdateLink id={id} />
		<ConfirmButton label="Delete" question={confirmation.remove} fields={{ product: id }}>
			<p>{keepUnitsTogether(name)}</p>
		</ConfirmButton>
	</>
);

const NameAndNumber = ({ product: { id, name, partNumber, draft } }: { product: ProductRow }) => (
	<div className="min-w-0">
		{draft ? (
			<a href={`/tools/${id}`} className="link">
				{keepUnitsTogether(name)}
			</a>
		) : (
			keepUnitsTogether(name)
		)}
		{draft && (
			<>
				{" "}
				<Badge>Draft</Badge>
			</>
		)}
		{partNumber && (
			<div className="num font-normal text-muted">
				<span className="sr-only">Part number </span>
				{partNumber}
			</div>
		)}
	</div>
);

const StockLink = ({ product: { id, name, quantity } }: { product: ProductRow }) => (
	<Link
		to={`/dashbord/stock/${id}`}
		className="inline-block min-h-6 min-w-6 link"
		aria-label={`${formatInteger(quantity)} in stock: history of ${name}`}
	>
		{formatInteger(quantity)}
	</Link>
);

const table: Table<ProductRow> = {
	title: "Manage Products",
	lead: (
		<span className="noscript:hidden print:hidden">
			Edit prices and stock in the table, then save them together. Type +20 to record a delivery, or
			a new total to correct the stock. Enter moves down, Escape reverts.
		</span>
	),
	caption: "Products",
	noun: "product",
	icon: "wrench",
	search: "Name or part number",
	filters,
	columns: [
		{
			header: "Name",
			mobileSlot: "title",
			fill: true,
			cell: (product) => <NameAndNumber product={product} />,
		},
		{
			header: "Price per piece",
			kind: "number",
			mobileSlot: "aside",
			cell: ({ priceCents }) => (
				<div className="min-w-17">
					<Price cents={priceCents} />
				</div>
			),
		},
		{ header: "Quantity", kind: "number", cell: (product) => <StockLink product={product} /> },
		{
			header: "Set price",
			kind: "number",
			screenOnly: true,
			cell: (product) => <EditCell product={product} field="price" />,
		},
		{
			header: "Set stock",
			kind: "number",
			screenOnly: true,
			cell: (product) => (
				<>
					<EditCell product={product} field="stock" />
					<StockForm product={product} />
				</>
			),
		},
		{ header: "Actions", kind: "actions", cell: (product) => <RowButtons product={product} /> },
	],
	bulk: { getName: ({ name }) => name, actions: bulkActions },
	empty: {
		message: "There are no products.",
		link: { to: "/dashbord/addproducts", label: "Add Products" },
	},
};

const draftTable: Table<ProductRow> = {
	...table,
	bulk: { getName: ({ name }) => name, actions: draftActions },
	empty: {
		message: "There are no drafts. Save one under Add Products.",
		link: { to: "/dashbord/addproducts", label: "Add Products" },
	},
};

/** The export has all rows, in its own order, so it ignores the page and the sort order. */
function exportPath({
	page: _,
	sort: __,
	...filters
}: Route.ComponentProps["loaderData"]["query"]) {
	const params = Object.entries(filters).flatMap(([name, value]) => (value ? [[name, value]] : []));
	return `/products.csv?${new URLSearchParams(params)}`;
}

export default function ManageProducts({ loaderData, actionData }: Route.ComponentProps) {
	const edits = useEdits();
	const isDraftList = loaderData.query.state === "draft";
	return (
		<EditsContext value={edits.cellProps}>
			<DashboardTable
				table={isDraftList ? draftTable : table}
				data={loaderData}
				errors={actionData}
				actions={<AnchorButton href={exportPath(loaderData.query)}>Export as CSV</AnchorButton>}
				footer={<EditBar edits={edits} />}
			/>
		</EditsContext>
	);
}
