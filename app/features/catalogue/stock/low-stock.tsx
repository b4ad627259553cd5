import { Link, useLocation } from "react-router";
import { pageMeta } from "#app/lib/page-meta.ts";
import { AnchorButton } from "#app/ui/button.tsx";
import { keepUnitsTogether } from "#app/ui/keep-units-together.tsx";
import { DashboardTable, type Table } from "#app/ui/table/dashboard-table.tsx";
import { tableLoader } from "#app/ui/table/table-query.ts";
import { formatInteger } from "#contract/numbers.ts";
import { getShortageLabel, isOutOfStock } from "#contract/stock.ts";
import { getLowStockPage, type LowStockRow } from "#worker/shop/catalogue/low-stock.ts";
import type { Route } from "./+types/low-stock.ts";
import { lowStockFilters } from "./low-stock-filters.ts";

export const meta: Route.MetaFunction = () => pageMeta("Low stock");

export const loader = tableLoader(lowStockFilters, getLowStockPage);

const Tool = ({ product: { id, name, partNumber } }: { product: LowStockRow }) => (
	<div>
		<Link to={`/dashbord/updateproducts/${id}`} className="link">
			{keepUnitsTogether(name)}
		</Link>
		{partNumber && <div className="text-muted">{partNumber}</div>}
	</div>
);

const InStock = ({ product }: { product: LowStockRow }) => (
	<div>
		<Link to={`/dashbord/stock/${product.id}`} className="link">
			{formatInteger(product.quantity)}
			<span className="sr-only"> in stock: history of {product.name}</span>
		</Link>
		{isOutOfStock(product) && (
			<div className="font-semibold text-error">{getShortageLabel(product)}</div>
		)}
	</div>
);

const formatDaysLeft = (product: LowStockRow): string => {
	if (isOutOfStock(product)) return "0";
	return product.daysLeft === null ? "–" : formatInteger(product.daysLeft);
};

const table: Table<LowStockRow> = {
	title: "Low stock",
	lead: "The suggested reorder is the expected sales for the chosen weeks (at least one minimum order), minus the current stock.",
	caption: "Products to reorder, out of stock first",
	noun: "product",
	icon: "package",
	search: "Name or part number",
	filters: lowStockFilters,
	columns: [
		{
			header: "Tool",
			mobileSlot: "title",
			fill: true,
			cell: (product) => <Tool product={product} />,
		},
		{ header: "In stock", kind: "number", cell: (product) => <InStock product={product} /> },
		{ header: "Minimum order", kind: "number", cell: ({ minimum }) => formatInteger(minimum) },
		{
			header: "Sold\u00a0in 30\u00a0days",
			kind: "number",
			cell: ({ sold30 }) => formatInteger(sold30),
		},
		{
			header: "Sold\u00a0in 90\u00a0days",
			kind: "number",
			cell: ({ sold90 }) => formatInteger(sold90),
		},
		{ header: "Customers waiting", kind: "number", cell: ({ waiting }) => formatInteger(waiting) },
		{ header: "Days left", kind: "number", cell: formatDaysLeft },
		{
			header: "Reorder",
			kind: "number",
			cell: ({ reorder }) => <strong className="font-semibold">{formatInteger(reorder)}</strong>,
		},
	],
	empty: { message: "Every product has enough stock for the chosen weeks." },
};

export default function LowStock({ loaderData }: Route.ComponentProps) {
	const { search } = useLocation();
	return (
		<DashboardTable
			table={table}
			data={loaderData}
			actions={<AnchorButton href={`/dashbord/stock.csv${search}`}>Export as CSV</AnchorButton>}
		/>
	);
}
