import { Link } from "react-router";
import { shopContext } from "#app/lib/context.ts";
import { pageMeta } from "#app/lib/page-meta.ts";
import { keepUnitsTogether } from "#app/ui/keep-units-together.tsx";
import { LocalTime } from "#app/ui/local-time.tsx";
import { RouterLinkButton } from "#app/ui/router-link-button.tsx";
import { DashboardTable, type Table } from "#app/ui/table/dashboard-table.tsx";
import { readTableQuery } from "#app/ui/table/table-query.ts";
import { WrappableText } from "#app/ui/wrappable-text.tsx";
import { formatCount, formatInteger } from "#contract/numbers.ts";
import { can } from "#contract/roles.ts";
import { orderNumber, orderPath } from "#contract/shop.ts";
import { stockReasons } from "#contract/stock.ts";
import type { Filters } from "#contract/table-filters.ts";
import { getStockHistoryPage, type StockMovement } from "#worker/shop/catalogue/stock-history.ts";
import type { Route } from "./+types/stock-history.ts";

export const meta: Route.MetaFunction = () => pageMeta("Stock history");

const filters = {
	reason: { label: "Reason", choices: stockReasons, noFilterLabel: "All" },
} as const satisfies Filters;

export async function loader({ context, params, url }: Route.LoaderArgs) {
	const query = readTableQuery(url, filters);
	const shop = context.get(shopContext);
	const history = await getStockHistoryPage(shop, params.productId, query);
	const canOpenOrders = shop.account !== null && can(shop.account, "orders:read");
	return { ...history, rows: history.rows.map((row) => ({ ...row, canOpenOrders })), query };
}

type Row = StockMovement & { canOpenOrders: boolean };

const formatChange = (change: number): string =>
	change < 0 ? `−${formatInteger(-change)}` : `+${formatInteger(change)}`;

function OrderNumber({ id, canOpen }: { id: string; canOpen: boolean }) {
	if (!canOpen) return orderNumber(id);
	return (
		<Link to={orderPath(id)} className="link">
			{orderNumber(id)}
		</Link>
	);
}

const Reason = ({ movement: { reason, orderId, note, canOpenOrders } }: { movement: Row }) => (
	<div>
		{stockReasons[reason]} {orderId && <OrderNumber id={orderId} canOpen={canOpenOrders} />}
		{note && (
			<div className="text-muted">
				<WrappableText text={note} />
			</div>
		)}
	</div>
);

const table: Table<Row> = {
	title: "Stock history",
	caption: "Stock changes",
	noun: "change",
	icon: "history",
	back: { to: "/dashbord/manageProducts", label: "Manage Products" },
	filters,
	columns: [
		{ header: "Time", cell: ({ createdAt }) => <LocalTime at={createdAt} /> },
		{
			header: "Reason",
			mobileSlot: "title",
			wide: true,
			cell: (movement) => <Reason movement={movement} />,
		},
		{ header: "By", cell: ({ email }) => email && <WrappableText text={email} /> },
		{
			header: "Change",
			kind: "number",
			mobileSlot: "aside",
			cell: ({ change }) => <strong className="font-semibold">{formatChange(change)}</strong>,
		},
		{ header: "In stock", kind: "number", cell: ({ stockAfter }) => formatInteger(stockAfter) },
	],
	empty: { message: "The stock of this product has not changed yet." },
};

export default function StockHistory({ loaderData, params }: Route.ComponentProps) {
	const { name, quantity } = loaderData.product;
	return (
		<DashboardTable
			table={{
				...table,
				lead: keepUnitsTogether(`${name}: ${formatCount(quantity, "piece")} in stock`),
			}}
			data={loaderData}
			actions={
				<RouterLinkButton to={`/dashbord/updateproducts/${params.productId}`}>
					Update Product
				</RouterLinkButton>
			}
		/>
	);
}
