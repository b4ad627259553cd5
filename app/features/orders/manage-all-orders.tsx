import type { ReactNode } from "react";
import { Link, useLocation } from "react-router";
import * as v from "valibot";
import { shopContext } from "#app/lib/context.ts";
import { readForm } from "#app/lib/form-action.ts";
import { pageMeta } from "#app/lib/page-meta.ts";
import { useCan } from "#app/root-data.ts";
import { AnchorButton, Button } from "#app/ui/button.tsx";
import { ConfirmButton } from "#app/ui/confirm-button.tsx";
import { Badge } from "#app/ui/feedback.tsx";
import { keepUnitsTogether } from "#app/ui/keep-units-together.tsx";
import { DashboardTable, type Table } from "#app/ui/table/dashboard-table.tsx";
import { tableAction } from "#app/ui/table/table-action.ts";
import { readTableQuery } from "#app/ui/table/table-query.ts";
import { errors } from "#contract/errors.ts";
import { textLength } from "#contract/limits.ts";
import { requiredMessages } from "#contract/messages.ts";
import { formatCents } from "#contract/money.ts";
import { formatCount, formatInteger, formatPart } from "#contract/numbers.ts";
import { orderFilters, orderTableFilters } from "#contract/order-filters.ts";
import {
	adminTransitions,
	awaitsShipment,
	hasReached,
	orderBulkButtons,
} from "#contract/order-states.ts";
import { paymentHolds } from "#contract/payment-holds.ts";
import { can } from "#contract/roles.ts";
import { text } from "#contract/schemas/fields.ts";
import { orderNumber, orderPath, refundPath } from "#contract/shop.ts";
import { isFiltered } from "#contract/table-filters.ts";
import { runTransition } from "#worker/shop/bulk-actions.ts";
import { getOrdersPage } from "#worker/shop/orders/search.ts";
import { getPaymentProblems } from "#worker/shop/payments/read.ts";
import type { Route } from "./+types/manage-all-orders.ts";
import { NumberAndDate } from "./number-and-date.tsx";
import { type OrderRow, toOrderRow } from "./order-row.ts";
import { PaymentProblems } from "./payment-problems.tsx";
import { TrackingLink } from "./tracking-link.tsx";

export const meta: Route.MetaFunction = () => pageMeta("Manage All Orders");

export async function loader({ context, url }: Route.LoaderArgs) {
	const shop = context.get(shopContext);
	const query = readTableQuery(url, orderTableFilters);
	const isUnfilteredFirstPage =
		query.page === 0 && !query.search && !isFiltered(orderFilters, query);
	const shouldReadProblems =
		isUnfilteredFirstPage && shop.account && can(shop.account, "payments:read");
	const [{ rows, hasMore }, problems] = await Promise.all([
		getOrdersPage(shop, query),
		shouldReadProblems ? getPaymentProblems(shop) : null,
	]);
	return { rows: rows.map(toOrderRow), hasMore, query, problems };
}

const taskSchema = v.object({
	order: text(requiredMessages.order, textLength.id),
	task: v.picklist(
		adminTransitions.map(({ name }) => name),
		errors.validation_failed.message,
	),
});

export const action = tableAction(async (shop, form) => {
	const { task: transition, order } = readForm(form, taskSchema);
	await runTransition(shop, transition, order);
	return adminTransitions.find(({ name }) => name === transition)?.row.success ?? "";
}, orderBulkButtons);

/** The labels "UnPaid" and "Deliverd" come from specification.md §4 "Order". */
function Status({ order: { state, stateLabel, hold } }: { order: OrderRow }) {
	if (state === "paid") return <span className={hold ? "" : "hidden print:inline"}>paid</span>;
	if (!hasReached(state, "shipped")) {
		return <Badge>{state === "unpaid" ? "UnPaid" : stateLabel}</Badge>;
	}
	return (
		<>
			<Button size="sm" disabled data-print>
				Deliverd
			</Button>
			{state !== "shipped" && <Badge>{stateLabel}</Badge>}
		</>
	);
}

function RowButtons({ order }: { order: OrderRow }) {
	const isAllowed = useCan();
	const { id, state, hold, delivery, quantity, shippedPieces, toolName } = order;
	const [address, ...contactLines] = delivery;
	const availableActions = adminTransitions.filter(
		({ startStates, hiddenOnHold, capability }) =>
			startStates.includes(state) && !(hiddenOnHold && hold) && isAllowed(capability),
	);
	const buttons = availableActions.map(({ name, row: rowButton, question, variant, to }) => (
		<ConfirmButton
			key={name}
			label={rowButton.label}
			question={question}
			variant={variant}
			fields={{ task: name, order: id }}
		>
			<p>
				{formatPart(shippedPieces, quantity)} × {keepUnitsTogether(toolName)} for {order.name}
			</p>
			{to === "shipped" && order.hasCancellationRequest && (
				<p className="text-error">The customer has asked to cancel this order.</p>
			)}
			{to !== "cancelled" && (
				<>
					<div className="whitespace-pre-line">{address}</div>
					<div className="text-muted whitespace-pre-line">{contactLines.join("\n")}</div>
				</>
			)}
		</ConfirmButton>
	));
	// During other holds, little or nothing can be refunded. If something can, the order's page has the link.
	const isRefundable = awaitsShipment(state) && (!hold || hold === "partly_refunded");
	if (!isRefundable || !isAllowed("refunds:create")) return buttons;
	return (
		<div className="flex items-center gap-3">
			{buttons}
			<Link to={refundPath(id)} className="link py-1 whitespace-nowrap print:hidden">
				Refund
			</Link>
		</div>
	);
}

const Tool = ({
	order: { id, toolName, quantity, shippedPieces, state, priceCents },
}: {
	order: OrderRow;
}) => (
	<div className="min-w-0">
		<Link to={orderPath(id)} className="link line py-0.5" title={toolName}>
			{keepUnitsTogether(toolName)}
		</Link>
		<div className="text-muted">
			{state !== "refunded" && shippedPieces < quantity && `${formatInteger(shippedPieces)} of `}
			{formatCount(quantity, "piece")} × {formatCents(priceCents)}
		</div>
	</div>
);

type LinesProps = { first: ReactNode; second: ReactNode; className: string };

const TwoLines = ({ first, second, className }: LinesProps) => (
	<div
		className={className}
		title={[first, second].filter((text) => typeof text === "string").join("\n")}
	>
		<div className="line">{first}</div>
		{second && <div className="line text-muted">{second}</div>}
	</div>
);

const table: Table<OrderRow> = {
	title: "Manage All Orders",
	caption: "All orders",
	noun: "order",
	icon: "list-ordered",
	search: "Search orders",
	filters: orderTableFilters,
	columns: [
		{
			header: "Number",
			cell: (order) => <NumberAndDate order={order} />,
		},
		{
			header: "Tool name",
			mobileSlot: "title",
			fill: true,
			cell: (order) => <Tool order={order} />,
		},
		{
			header: "User name",
			cell: ({ name, email }) => (
				<TwoLines className="not-print:@min-[60rem]:max-w-32" first={name} second={email} />
			),
		},
		{
			header: "Deliver to",
			cell: ({ delivery: [address, ...contactLines] }) => (
				<TwoLines
					className="not-print:@min-[60rem]:max-w-32"
					first={address?.replace(/\r?\n/g, ", ")}
					second={contactLines.join(", ")}
				/>
			),
		},
		{
			header: "Total",
			kind: "number",
			mobileSlot: "aside",
			cell: ({ totalCents, transactionId }) => (
				<TwoLines
					className="ms-auto min-w-0 not-print:max-w-28"
					first={formatCents(totalCents)}
					second={
						transactionId && (
							<span className="print:hidden">
								<span className="sr-only">Transaction ID </span>
								{transactionId}
							</span>
						)
					}
				/>
			),
		},
		{
			header: "Status",
			mobileSlot: "state",
			cell: (order) => (
				<div
					className={
						order.hold || order.tracking || awaitsShipment(order.state)
							? "grid justify-items-start gap-1"
							: "flex items-center gap-2"
					}
				>
					<Status order={order} />
					<div className="text-sm empty:hidden @min-[60rem]:max-w-40">
						<TrackingLink {...order} />
					</div>
					{order.hasCancellationRequest && <Badge tone="error">Cancel requested</Badge>}
					{order.hold && order.state !== "refunded" && (
						<Badge tone="error">{paymentHolds[order.hold].label}</Badge>
					)}
					<RowButtons order={order} />
				</div>
			),
		},
	],
	empty: { message: "No one has ordered anything yet." },
};

const bulkLinks = [
	{ to: "/dashbord/packing", label: "Packing slips" },
	{ to: "/dashbord/ship", label: "Ship with tracking" },
];

export default function ManageAllOrders({ loaderData, actionData }: Route.ComponentProps) {
	const { search } = useLocation();
	const isAllowed = useCan();
	const exportLink = isAllowed("orders:export") && (
		<AnchorButton href={`/dashbord/orders.csv${search}`}>Export as CSV</AnchorButton>
	);
	const bulk = {
		getName: ({ id, toolName, name }: OrderRow) =>
			`order ${orderNumber(id)}: ${toolName} for ${name}`,
		actions: orderBulkButtons.filter(({ capability }) => isAllowed(capability)),
		links: isAllowed("orders:ship") ? bulkLinks : [],
	};
	return (
		<DashboardTable
			table={{ ...table, bulk }}
			data={loaderData}
			errors={actionData}
			actions={exportLink}
		>
			{loaderData.problems && <PaymentProblems {...loaderData.problems} />}
		</DashboardTable>
	);
}
