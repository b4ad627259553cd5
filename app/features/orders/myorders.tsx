import { redirect } from "react-router";
import { ToolPicture } from "#app/features/catalogue/product-parts.tsx";
import { shopContext } from "#app/lib/context.ts";
import { readForm, withFormErrors } from "#app/lib/form-action.ts";
import { pageMeta } from "#app/lib/page-meta.ts";
import { useLive } from "#app/lib/use-live.ts";
import { Badge } from "#app/ui/badge.tsx";
import { LinkButton } from "#app/ui/button.tsx";
import { ConfirmButton } from "#app/ui/confirm-button.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { LastRefusal } from "#app/ui/last-refusal.tsx";
import { WrappableId } from "#app/ui/line-breaks.tsx";
import { Page } from "#app/ui/page.tsx";
import { PathLink } from "#app/ui/path-link.tsx";
import { chosenOrder } from "#app/ui/table/chosen.ts";
import type { Column } from "#app/ui/table/data-table.tsx";
import { PagedTable } from "#app/ui/table/paged-table.tsx";
import { readTableQuery } from "#app/ui/table/table-query.ts";
import { confirmation, success } from "#contract/messages.ts";
import { formatCents } from "#contract/money.ts";
import { formatWhole } from "#contract/numbers.ts";
import { orderAgainPath, orderPath } from "#contract/shop.ts";
import { getOwnOrdersPage } from "#worker/shop/orders/list.ts";
import { deleteOrder } from "#worker/shop/orders/remove.ts";
import type { Route } from "./+types/myorders.ts";
import { OrderDay } from "./order-day.tsx";
import { type OrderRow, toOrderRows } from "./order-row.ts";

export const meta: Route.MetaFunction = () => pageMeta("My Orders");

export async function loader({ context, url }: Route.LoaderArgs) {
	const { page } = readTableQuery(url);
	const { rows, more } = await getOwnOrdersPage(context.get(shopContext), page);
	const shown = toOrderRows(rows, page).map((row, index) => ({
		...row,
		img: rows[index]?.img ?? null,
	}));
	return { rows: shown, more, page };
}

export const action = ({ request, context, url }: Route.ActionArgs) =>
	withFormErrors(async () => {
		const shop = context.get(shopContext);
		const { order } = await readForm(request, chosenOrder);
		await deleteOrder(shop, order);
		shop.visitor.flash({ kind: "success", text: success.orderDeleted });
		return redirect(url.pathname + url.search, 303);
	});

/** specification.md §2 "My orders": a pay link and a Cencel button while it is unpaid; then how far it has come. */
function Payment({ order }: { order: OrderRow }) {
	if (order.paid) {
		return (
			<div className="flex flex-wrap items-center gap-x-2">
				<Badge tone="success">paid</Badge>
				{order.shifted && <Badge>Shipped</Badge>}
				<PathLink to={orderAgainPath(order.productId, order.id)} className="link py-1">
					Order again
				</PathLink>
			</div>
		);
	}
	return (
		<div className="flex gap-2">
			{order.totalCents > 0 && (
				<LinkButton to={`/dashbord/payment/${order.id}`} reloadDocument size="sm">
					pay
				</LinkButton>
			)}
			<ConfirmButton label="Cencel" question={confirmation.remove} fields={{ order: order.id }}>
				<p>
					{formatWhole(order.quantity)} pieces of {order.toolName}
				</p>
			</ConfirmButton>
		</div>
	);
}

/** On phones a card begins with what, how much and how far; its details follow. */
const columns: Column<OrderRow & { img: string | null }>[] = [
	{ header: "Number", kind: "number", cell: ({ number }) => number },
	{ header: "User name", cell: ({ name }) => name },
	{
		header: "Tool name",
		leads: "title",
		roomy: true,
		cell: ({ id, toolName, img }) => (
			<span className="flex items-center gap-3">
				<ToolPicture img={img} width={48} />
				<PathLink to={orderPath(id)} className="link">
					{toolName}
				</PathLink>
			</span>
		),
	},
	{ header: "Order quantity", kind: "number", cell: ({ quantity }) => formatWhole(quantity) },
	{
		header: "Total",
		kind: "number",
		leads: "sum",
		cell: ({ totalCents }) => formatCents(totalCents),
	},
	{ header: "Date", cell: (order) => <OrderDay {...order} /> },
	{ header: "Payment", leads: "state", cell: (order) => <Payment order={order} /> },
	{ header: "Transaction id", cell: ({ transactionId }) => <WrappableId text={transactionId} /> },
];

export { clientAction } from "#app/lib/client-action.ts";

export default function MyOrders({ loaderData, actionData }: Route.ComponentProps) {
	useLive();
	return (
		<Page title="My Orders" nested>
			<LastRefusal refused={actionData} />
			<PagedTable
				caption="My Orders"
				of="orders"
				icon="package"
				columns={columns}
				rowKey={({ id }) => id}
				found={loaderData}
			>
				<EmptyState icon="package" sentence="You have not ordered anything yet.">
					<LinkButton to="/" look="primary">
						Choose tools
					</LinkButton>
				</EmptyState>
			</PagedTable>
		</Page>
	);
}
