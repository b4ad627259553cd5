import { redirect } from "react-router";
import { orRefused, readForm } from "#app/answer.ts";
import { AllOrdersTable } from "#app/components/dashboard/all-orders-table.tsx";
import { PaymentProblems } from "#app/components/dashboard/payment-problems.tsx";
import { Page } from "#app/components/page.tsx";
import { Alert } from "#app/components/ui/alert.tsx";
import { EmptyState } from "#app/components/ui/empty-state.tsx";
import { shopContext } from "#app/context.ts";
import { useLive } from "#app/islands/live.tsx";
import { success } from "#contract/messages.ts";
import type { Shop } from "#worker/shop/context.ts";
import { getAllOrders } from "#worker/shop/orders/read.ts";
import { deleteOrder } from "#worker/shop/orders/remove.ts";
import { shiftOrder } from "#worker/shop/orders/shift.ts";
import { getPaymentProblems } from "#worker/shop/payments/problems.ts";
import type { Route } from "./+types/manage-all-orders.ts";
import { orderTask } from "./chosen.ts";
import { toOrderRow } from "./order-row.ts";

export const meta: Route.MetaFunction = () => [{ title: "Manage All Orders – Torque Tool Depot" }];

export async function loader({ context }: Route.LoaderArgs) {
	const shop = context.get(shopContext);
	const [orders, problems] = await Promise.all([getAllOrders(shop), getPaymentProblems(shop)]);
	return { orders: orders.map(toOrderRow), problems };
}

/** @returns what to tell the admin once it is done */
async function work(shop: Shop, task: "shift" | "remove", order: string): Promise<string> {
	if (task === "remove") {
		await deleteOrder(shop, order);
		return success.orderDeleted;
	}
	await shiftOrder(shop, order);
	return success.orderShifted;
}

export const action = ({ request, context }: Route.ActionArgs) =>
	orRefused(async () => {
		const shop = context.get(shopContext);
		const { task, order } = await readForm(request, orderTask);
		shop.visitor.flash({ kind: "success", text: await work(shop, task, order) });
		return redirect("/dashbord/manageAllorders", 303);
	});

export default function ManageAllOrders({ loaderData, actionData }: Route.ComponentProps) {
	useLive();
	const { orders, problems } = loaderData;
	return (
		<Page title="Manage All Orders" nested>
			{actionData && <Alert tone="error">{actionData.message}</Alert>}
			{orders.length > 0 ? (
				<AllOrdersTable orders={orders} />
			) : (
				<EmptyState icon="list-ordered" sentence="Nobody has ordered anything yet." />
			)}
			{problems.length > 0 && <PaymentProblems problems={problems} />}
		</Page>
	);
}
