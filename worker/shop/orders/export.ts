import { cancelReasons } from "#contract/cancel-reasons.ts";
import { deliveryEntries } from "#contract/delivery.ts";
import { dollarsFromCents } from "#contract/money.ts";
import { type OrderView, orderFilters } from "#contract/order-filters.ts";
import { getStateLabels, statesAfterUnpaid } from "#contract/order-states.ts";
import { describeFilters } from "#contract/table-filters.ts";
import { requireCapability } from "#worker/auth/authorize.ts";
import type { ShopContext } from "../context.ts";
import { exportCsv } from "../csv-export.ts";
import { getTotalCents } from "./read.ts";
import { type ExportedOrder, readOrdersAfter } from "./search.ts";

/** How many orders one query reads. They take about 1 MB of a Worker's 128 MB. */
const rowsPerRead = 2_500;

/** Describes the view in the audit log. The search text is omitted, because it may be the email of an account that is deleted later. */
const describeView = (view: OrderView): string =>
	[
		view.state ? "" : orderFilters.state.noFilterLabel,
		describeFilters(orderFilters, view),
		view.search && `filtered by ${view.by}`,
	]
		.filter(Boolean)
		.join(", ");

const toIsoTime = (date: Date | null): string => date?.toISOString() ?? "";

type Column = [heading: string, cell: (order: ExportedOrder) => string | number];

/** Times are in UTC, money in dollars. */
const columns: Column[] = [
	["Order", ({ id }) => id],
	["Date", ({ createdAt }) => toIsoTime(createdAt)],
	["Status", (order) => getStateLabels(order).label],
	...Object.values(statesAfterUnpaid).map(
		({ shortLabel, at }): Column => [shortLabel, (order) => toIsoTime(order[at])],
	),
	["Cancel reason", ({ cancelReason }) => (cancelReason ? cancelReasons[cancelReason].label : "")],
	["Tool id", ({ productId }) => productId],
	["Tool name", ({ toolName }) => toolName],
	["Part number", ({ toolPartNumber }) => toolPartNumber ?? ""],
	["Pieces", ({ quantity }) => quantity],
	["Price per piece", ({ toolPriceCents }) => dollarsFromCents(toolPriceCents)],
	["Total", (order) => dollarsFromCents(getTotalCents(order))],
	["Refunded amount", ({ refundedCents }) => dollarsFromCents(refundedCents)],
	["Net total", (order) => dollarsFromCents(getTotalCents(order) - order.refundedCents)],
	["User name", ({ name }) => name],
	["Email", ({ email }) => email],
	...deliveryEntries.map(
		([name, { label, heading = label }]): Column => [heading, (order) => order[name]],
	),
	["Carrier", ({ carrier }) => carrier ?? ""],
	["Tracking number", ({ trackingNumber }) => trackingNumber ?? ""],
	["Transaction id", ({ transactionId }) => transactionId ?? ""],
];

/**
 * Streams the orders of a view as CSV.
 * @throws ShopError 401 or 403
 */
export async function exportOrders(shop: ShopContext, view: OrderView) {
	const account = requireCapability(shop, "orders:export");
	return exportCsv(shop, account, {
		entry: {
			action: "orders-exported",
			id: "orders.csv",
			name: "Orders",
			detail: describeView(view),
		},
		headings: columns.map(([heading]) => heading),
		toCells: (order: ExportedOrder) => columns.map(([, cell]) => cell(order)),
		readAfter: (last) => readOrdersAfter(shop, view, last, rowsPerRead),
		rowsPerRead,
	});
}
