import { redirect } from "react-router";
import { shopContext } from "#app/lib/context.ts";
import { readForm, withFormErrors } from "#app/lib/form-action.ts";
import { pageMeta } from "#app/lib/page-meta.ts";
import { useLive } from "#app/lib/use-live.ts";
import { LastRefusal } from "#app/ui/last-refusal.tsx";
import { Page } from "#app/ui/page.tsx";
import { answerBulk, isBulk } from "#app/ui/table/bulk.ts";
import { orderTask } from "#app/ui/table/chosen.ts";
import { readOrderView, readTableQuery } from "#app/ui/table/table-query.ts";
import { ChoiceField, TableSearch } from "#app/ui/table/table-search.tsx";
import { success } from "#contract/messages.ts";
import { orderStates } from "#contract/order-states.ts";
import type { Shop } from "#worker/shop/context.ts";
import { deleteOrder } from "#worker/shop/orders/remove.ts";
import { getOrdersPage } from "#worker/shop/orders/search.ts";
import { shiftOrder } from "#worker/shop/orders/shift.ts";
import { getPaymentProblems } from "#worker/shop/payments/problems.ts";
import type { Route } from "./+types/manage-all-orders.ts";
import { AllOrdersTable } from "./all-orders-table.tsx";
import { OrderKeyField } from "./order-key-field.tsx";
import { toOrderRows } from "./order-row.ts";
import { OrdersExport } from "./orders-export.tsx";
import { PaymentProblems } from "./payment-problems.tsx";

export const meta: Route.MetaFunction = () => pageMeta("Manage All Orders");

export async function loader({ context, url }: Route.LoaderArgs) {
	const shop = context.get(shopContext);
	const view = readOrderView(url);
	const query = { ...view, page: readTableQuery(url).page };
	const isStart = query.page === 0 && !query.search && !query.state;
	const [{ rows, more }, problems] = await Promise.all([
		getOrdersPage(shop, query),
		isStart ? getPaymentProblems(shop) : null,
	]);
	return { ...query, rows: toOrderRows(rows, query.page), more, problems };
}

const sorts = { newest: "Newest first", oldest: "Oldest first" };

/** @returns what to tell the admin once it is done */
async function work(shop: Shop, task: "shift" | "remove", order: string): Promise<string> {
	if (task === "remove") {
		await deleteOrder(shop, order);
		return success.orderDeleted;
	}
	await shiftOrder(shop, order);
	return success.orderShifted;
}

export const action = ({ request, context, url }: Route.ActionArgs) =>
	withFormErrors(async () => {
		const shop = context.get(shopContext);
		const form = await request.formData();
		if (isBulk(form)) return answerBulk(shop, form, ["shipOrder", "deleteOrder"], url);
		const { task, order } = await readForm(form, orderTask);
		shop.visitor.flash({ kind: "success", text: await work(shop, task, order) });
		return redirect(url.pathname + url.search, 303);
	});

export { clientAction } from "#app/lib/client-action.ts";

export default function ManageAllOrders({ loaderData, actionData }: Route.ComponentProps) {
	useLive();
	const { search, by, state, sort, problems } = loaderData;
	return (
		<Page title="Manage All Orders" actions={<OrdersExport />} nested>
			<LastRefusal refused={actionData} />
			<TableSearch label="Starts with" search={search} chosen={state !== null || sort !== "newest"}>
				<ChoiceField label="State" name="state" choices={orderStates} chosen={state} none="All" />
				<ChoiceField label="Sort" name="sort" choices={sorts} chosen={sort} />
				<OrderKeyField by={by} />
			</TableSearch>
			<AllOrdersTable found={loaderData} by={by} chosen={state !== null} />
			{problems && <PaymentProblems {...problems} />}
		</Page>
	);
}
