import { redirect } from "react-router";
import { orRefused, readForm } from "#app/answer.ts";
import { Page } from "#app/components/page.tsx";
import { Alert } from "#app/components/ui/alert.tsx";
import { Badge } from "#app/components/ui/badge.tsx";
import { LinkButton } from "#app/components/ui/button.tsx";
import { ConfirmButton } from "#app/components/ui/confirm-button.tsx";
import { type Column, DataTable } from "#app/components/ui/data-table.tsx";
import { EmptyState } from "#app/components/ui/empty-state.tsx";
import { shopContext } from "#app/context.ts";
import { useLive } from "#app/islands/live.tsx";
import { confirmation, success } from "#contract/messages.ts";
import { getOwnOrders } from "#worker/shop/orders/read.ts";
import { deleteOrder } from "#worker/shop/orders/remove.ts";
import type { Route } from "./+types/myorders.ts";
import { chosenOrder } from "./chosen.ts";
import { type OrderRow, toOrderRow } from "./order-row.ts";

export const meta: Route.MetaFunction = () => [{ title: "My Orders – Torque Tool Depot" }];

export async function loader({ context }: Route.LoaderArgs) {
	const orders = await getOwnOrders(context.get(shopContext));
	return { orders: orders.map(toOrderRow) };
}

export const action = ({ request, context }: Route.ActionArgs) =>
	orRefused(async () => {
		const shop = context.get(shopContext);
		const { order } = await readForm(request, chosenOrder);
		await deleteOrder(shop, order);
		shop.visitor.flash({ kind: "success", text: success.orderDeleted });
		return redirect("/dashbord/myorders", 303);
	});

/** specification.md §2 "My orders": a pay link and a Cencel button while it is unpaid. */
function Payment({ order }: { order: OrderRow }) {
	if (order.paid) return <Badge tone="success">paid</Badge>;
	return (
		<div className="flex gap-2">
			{order.totalCents > 0 && (
				<LinkButton to={`/dashbord/payment/${order.id}`} reloadDocument size="sm">
					pay
				</LinkButton>
			)}
			<ConfirmButton label="Cencel" question={confirmation.remove} fields={{ order: order.id }}>
				<p>
					{order.quantity} pieces of {order.toolName}
				</p>
			</ConfirmButton>
		</div>
	);
}

const columns: Column<OrderRow>[] = [
	{ header: "Number", kind: "number", cell: ({ number }) => number },
	{ header: "User name", cell: ({ name }) => name },
	{ header: "Tool name", cell: ({ toolName }) => toolName },
	{ header: "Order quantity", kind: "number", cell: ({ quantity }) => quantity },
	{ header: "Payment", cell: (order) => <Payment order={order} /> },
	{ header: "Transaction id", cell: ({ transactionId }) => transactionId },
];

export default function MyOrders({ loaderData, actionData }: Route.ComponentProps) {
	useLive();
	const { orders } = loaderData;
	return (
		<Page title="My Orders" nested>
			{actionData && <Alert tone="error">{actionData.message}</Alert>}
			{orders.length > 0 ? (
				<DataTable caption="My Orders" columns={columns} rows={orders} rowKey={({ id }) => id} />
			) : (
				<EmptyState icon="package" sentence="You have not ordered anything yet.">
					<LinkButton to="/" look="primary">
						Choose tools
					</LinkButton>
				</EmptyState>
			)}
		</Page>
	);
}
