import type { ReactNode } from "react";
import { useLocation } from "react-router";
import * as v from "valibot";
import { shopContext } from "#app/lib/context.ts";
import { readForm } from "#app/lib/form-action.ts";
import { pageMeta } from "#app/lib/page-meta.ts";
import { Button, LinkButton } from "#app/ui/button.tsx";
import { ConfirmButton } from "#app/ui/confirm-button.tsx";
import { Badge } from "#app/ui/feedback.tsx";
import { PathLink } from "#app/ui/path-link.tsx";
import { DashboardTable, type Table } from "#app/ui/table/dashboard-table.tsx";
import { tableAction } from "#app/ui/table/table-action.ts";
import { readTableQuery } from "#app/ui/table/table-query.ts";
import { confirmation } from "#contract/confirmations.ts";
import { errors } from "#contract/errors.ts";
import { textLength } from "#contract/limits.ts";
import { required, success } from "#contract/messages.ts";
import { formatCents } from "#contract/money.ts";
import { formatWhole } from "#contract/numbers.ts";
import { orderBulkActions } from "#contract/order-states.ts";
import { paymentHolds } from "#contract/payment-holds.ts";
import { text } from "#contract/schemas/fields.ts";
import { orderPath } from "#contract/shop.ts";
import { cancelOrder } from "#worker/shop/orders/cancel.ts";
import { getOrdersPage } from "#worker/shop/orders/search.ts";
import { shipOrder } from "#worker/shop/orders/ship.ts";
import { getPaymentProblems } from "#worker/shop/payments/read.ts";
import type { Route } from "./+types/manage-all-orders.ts";
import { orderFilters } from "./order-filters.ts";
import { OrderDay } from "./order-parts.tsx";
import { type OrderRow, toOrderRows } from "./order-row.ts";
import { PaymentProblems } from "./payment-problems.tsx";

export const meta: Route.MetaFunction = () => pageMeta("Manage All Orders");

export async function loader({ context, url }: Route.LoaderArgs) {
	const shop = context.get(shopContext);
	const query = readTableQuery(url, orderFilters);
	const isStart = query.page === 0 && !query.search && !query.state;
	const [{ rows, more }, problems] = await Promise.all([
		getOrdersPage(shop, query),
		isStart ? getPaymentProblems(shop) : null,
	]);
	return { rows: toOrderRows(rows, query.page), more, query, problems };
}

const tasks = {
	shift: { run: shipOrder, done: success.orderShifted },
	remove: { run: cancelOrder, done: success.orderDeleted },
};

const taskSchema = v.object({
	order: text(required.order, textLength.id),
	task: v.picklist(["shift", "remove"], errors.validation_failed.message),
});

export const action = tableAction(async (shop, form) => {
	const { task, order } = readForm(form, taskSchema);
	await tasks[task].run(shop, order);
	return tasks[task].done;
}, orderBulkActions);

const OrderSummary = ({ order }: { order: OrderRow }) => (
	<p>
		{formatWhole(order.quantity)} pieces of {order.toolName} for {order.name}
	</p>
);

/** specification.md §4 "Order": UnPaid, then to be shifted, then Deliverd. What was refunded or is disputed is not shifted. */
function Status({ order }: { order: OrderRow }) {
	if (order.state === "cancelled") return <Badge>Cancelled</Badge>;
	if (order.state === "unpaid") return <Badge>UnPaid</Badge>;
	if (order.state === "shipped") {
		return (
			<Button size="sm" disabled data-print>
				Deliverd
			</Button>
		);
	}
	if (order.hold) return <span>paid</span>;
	return (
		<>
			<span className="hidden print:inline">paid</span>
			<ConfirmButton
				label="Shifting"
				question={confirmation.shift}
				look="plain"
				fields={{ task: "shift", order: order.id }}
			>
				<OrderSummary order={order} />
				{order.delivery[0]}
				<div className="text-muted whitespace-pre-line">{order.delivery.slice(1).join("\n")}</div>
			</ConfirmButton>
		</>
	);
}

const Remove = ({ order }: { order: OrderRow }) =>
	order.state !== "unpaid" ? null : (
		<ConfirmButton
			label="Delete"
			question={confirmation.remove}
			fields={{ task: "remove", order: order.id }}
		>
			<OrderSummary order={order} />
		</ConfirmButton>
	);

const Tool = ({ order: { id, toolName, quantity, priceCents } }: { order: OrderRow }) => (
	<div className="min-w-0">
		<PathLink to={orderPath(id)} className="link line py-0.5">
			{toolName}
		</PathLink>
		<div className="text-muted">
			{formatWhole(quantity)} pieces × {formatCents(priceCents)}
		</div>
	</div>
);

type LinesProps = { first: ReactNode; second: ReactNode; className?: string };

/** Two lines, each cut off where it is too long. */
const Lines = ({ first, second, className = "" }: LinesProps) => (
	<div className={`line-box ${className}`}>
		<div className="line">{first}</div>
		{second && <div className="line text-muted">{second}</div>}
	</div>
);

const keyLabels = new Map<string, string>(Object.entries(orderFilters.by.choices));

const table: Table<OrderRow> = {
	title: "Manage All Orders",
	caption: "All orders",
	noun: "order",
	icon: "list-ordered",
	search: {
		label: "Starts with",
		startOf: ({ by }) => keyLabels.get(String(by))?.toLowerCase() ?? "",
	},
	filters: orderFilters,
	columns: [
		{ header: "Number", kind: "number", cell: ({ number }) => number },
		{ header: "Tool name", cardSlot: "title", fill: true, cell: (order) => <Tool order={order} /> },
		{ header: "User name", cell: ({ name, email }) => <Lines first={name} second={email} /> },
		{
			header: "Deliver to",
			cell: ({ delivery }) => <Lines className="narrow" first={delivery[0]} second={delivery[1]} />,
		},
		{ header: "Date", cell: (order) => <OrderDay {...order} /> },
		{
			header: "Total",
			kind: "number",
			cardSlot: "sum",
			cell: ({ totalCents, transactionId }) => (
				<Lines
					className="narrow ms-auto"
					first={formatCents(totalCents)}
					second={
						transactionId && (
							<>
								<span className="sr-only">Transaction id </span>
								{transactionId}
							</>
						)
					}
				/>
			),
		},
		{
			header: "Status",
			cardSlot: "state",
			cell: (order) => (
				<div className={order.hold ? "grid justify-items-start gap-1" : "flex items-center gap-2"}>
					<Status order={order} />
					{order.hold && <Badge tone="error">{paymentHolds[order.hold].label}</Badge>}
					<Remove order={order} />
				</div>
			),
		},
	],
	bulk: {
		nameOf: ({ number, toolName, name }) => `order ${number}: ${toolName} for ${name}`,
		actions: orderBulkActions,
	},
	empty: { sentence: "Nobody has ordered anything yet." },
};

/** The orders that the table shows. The browser saves the file, shows how far it is, and can cancel it. */
function ExportLink() {
	const { search } = useLocation();
	return (
		<LinkButton to={`/dashbord/orders.csv${search}`} reloadDocument>
			Export as CSV
		</LinkButton>
	);
}

export default function ManageAllOrders({ loaderData, actionData }: Route.ComponentProps) {
	const { problems } = loaderData;
	return (
		<DashboardTable table={table} data={loaderData} errors={actionData} actions={<ExportLink />}>
			{problems && <PaymentProblems {...problems} />}
		</DashboardTable>
	);
}
