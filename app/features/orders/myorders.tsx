import { Link } from "react-router";
import * as v from "valibot";
import { ToolPicture } from "#app/features/catalogue/tool-picture.tsx";
import { shopContext } from "#app/lib/context.ts";
import { readForm } from "#app/lib/form-action.ts";
import { pageMeta } from "#app/lib/page-meta.ts";
import { AnchorButton } from "#app/ui/button.tsx";
import { Badge } from "#app/ui/feedback.tsx";
import { keepUnitsTogether } from "#app/ui/keep-units-together.tsx";
import { DashboardTable, type Table } from "#app/ui/table/dashboard-table.tsx";
import { tableAction } from "#app/ui/table/table-action.ts";
import { noFilters, readTableQuery } from "#app/ui/table/table-query.ts";
import { WrappableId } from "#app/ui/wrappable-text.tsx";
import { cancelReasons } from "#contract/cancel-reasons.ts";
import { textLength } from "#contract/limits.ts";
import { requiredMessages, success } from "#contract/messages.ts";
import { formatCents } from "#contract/money.ts";
import { formatInteger } from "#contract/numbers.ts";
import { text } from "#contract/schemas/fields.ts";
import {
	canceledOrdersPath,
	orderAgainPath,
	orderPath,
	ownOrdersPath,
	payOrderPath,
} from "#contract/shop.ts";
import { cancelOrder } from "#worker/shop/orders/cancel.ts";
import { getOwnOrdersPage } from "#worker/shop/orders/list.ts";
import type { Route } from "./+types/myorders.ts";
import { NumberAndDate } from "./number-and-date.tsx";
import { type OrderRow, toOrderRow } from "./order-row.ts";
import { TrackingLink } from "./tracking-link.tsx";
import {
	CancelOrderButton,
	CheckoutTotalNote,
	PaymentProcessingNote,
	ReservedUntil,
} from "./unpaid-order.tsx";

export const meta: Route.MetaFunction = () => pageMeta("My Orders");

export async function loader({ context, url }: Route.LoaderArgs) {
	const query = readTableQuery(url, noFilters);
	const isCanceledList = url.searchParams.get("state") === "cancelled";
	const shop = context.get(shopContext);
	const { rows, ...paging } = await getOwnOrdersPage(shop, query.page, {
		isCanceled: isCanceledList,
		search: query.search,
	});
	return { rows: markCheckouts(rows.map(toOrderRow)), ...paging, query, isCanceledList };
}

type Row = OrderRow & { isFirstOfCheckout: boolean };

/** Marks the first order of each checkout that has several orders. In its row, a button orders all tools of the checkout again. */
const markCheckouts = (rows: OrderRow[]): Row[] =>
	rows.map((row, index) => {
		const isInSameCheckout = ({ checkoutId }: OrderRow) => checkoutId === row.checkoutId;
		const isFirstOfCheckout =
			row.checkoutId !== null &&
			rows.findIndex(isInSameCheckout) === index &&
			rows.filter(isInSameCheckout).length > 1;
		return { ...row, isFirstOfCheckout };
	});

const cancelSchema = v.object({ order: text(requiredMessages.order, textLength.id) });

export const action = tableAction(async (shop, form) => {
	const { order } = readForm(form, cancelSchema);
	await cancelOrder(shop, order);
	return success.orderCanceled;
});

/** The labels "pay" and "Cencel" come from specification.md §2 "My orders". */
function PaymentCell({ order }: { order: Row }) {
	if (order.state === "cancelled") {
		return (
			<div className="flex flex-wrap items-center gap-x-2 @min-[60rem]:min-w-52">
				<Badge>Canceled</Badge>
				{order.cancelReason && order.cancelReason !== "customer" && (
					<span className="text-sm text-muted">{cancelReasons[order.cancelReason].label}</span>
				)}
			</div>
		);
	}
	if (order.state !== "unpaid") {
		return (
			<div className="flex flex-wrap items-center gap-x-2 @min-[60rem]:min-w-52">
				<Badge tone="success">paid</Badge>
				{order.state !== "paid" && <Badge>{order.stateLabel}</Badge>}
				{order.hasCancellationRequest && <Badge>Cancellation requested</Badge>}
				{order.img !== null && (
					<a href={orderAgainPath(order.productId, order.id)} className="link py-1">
						Order again
					</a>
				)}
				<div className="empty:hidden @min-[60rem]:max-w-56">
					<TrackingLink {...order} />
				</div>
				{order.isFirstOfCheckout && (
					<form method="post" action="/basket/again">
						<input type="hidden" name="checkout" value={order.checkoutId ?? ""} />
						<button type="submit" className="link py-1 text-start">
							Order all tools again
						</button>
					</form>
				)}
			</div>
		);
	}
	if (order.isPaymentInProgress) return <PaymentProcessingNote />;
	return (
		<div className="grid gap-1 @min-[60rem]:whitespace-nowrap">
			<span className="hidden print:inline">UnPaid</span>
			<div className="flex gap-2">
				{order.totalCents > 0 && (
					<AnchorButton href={payOrderPath(order)} size="sm">
						pay
					</AnchorButton>
				)}
				<CancelOrderButton order={order} />
			</div>
			{order.checkout && <CheckoutTotalNote {...order.checkout} />}
			<div className="text-sm text-muted empty:hidden">
				<ReservedUntil order={order} />
			</div>
		</div>
	);
}

const table: Table<Row> = {
	title: "My Orders",
	caption: "My Orders",
	noun: "order",
	icon: "package",
	columns: [
		{
			header: "Number",
			cell: (order) => <NumberAndDate order={order} />,
		},
		{
			header: "User name",
			mobileSlot: "none",
			cell: ({ name }) => (
				<span className="line max-w-20" title={name}>
					{name}
				</span>
			),
		},
		{
			header: "Tool name",
			mobileSlot: "title",
			fill: true,
			cell: ({ id, toolName, img }) => (
				<span className="flex items-center gap-3">
					<ToolPicture img={img} width={48} />
					<Link to={orderPath(id)} className="link">
						{keepUnitsTogether(toolName)}
					</Link>
				</span>
			),
		},
		{ header: "Order quantity", kind: "number", cell: ({ quantity }) => formatInteger(quantity) },
		{
			header: "Total",
			kind: "number",
			mobileSlot: "aside",
			cell: ({ totalCents }) => formatCents(totalCents),
		},
		{ header: "Payment", mobileSlot: "state", cell: (order) => <PaymentCell order={order} /> },
		{
			header: "Transaction ID",
			cell: ({ transactionId }) =>
				transactionId && (
					<span className="inline-block @min-[60rem]:min-w-32">
						<WrappableId text={transactionId} />
					</span>
				),
		},
	],
	empty: {
		message: "You have not ordered anything yet.",
		link: { to: "/", label: "Browse tools" },
	},
};

const canceledTable = { ...table, empty: { message: "You have no canceled orders." } };

export default function MyOrders({ loaderData, actionData }: Route.ComponentProps) {
	const { isCanceledList, pageCount, query } = loaderData;
	const shownTable = isCanceledList ? canceledTable : table;
	// A list of one page needs no search.
	const search = "Number, tool or part number";
	return (
		<DashboardTable
			table={pageCount > 1 || query.search ? { ...shownTable, search } : shownTable}
			data={loaderData}
			errors={actionData}
		>
			<Link
				to={isCanceledList ? ownOrdersPath : canceledOrdersPath}
				className="link justify-self-start py-1"
			>
				{isCanceledList ? "Show active orders" : "Show canceled orders"}
			</Link>
		</DashboardTable>
	);
}
