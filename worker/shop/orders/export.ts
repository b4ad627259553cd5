import { cancelReasons } from "#contract/cancel-reasons.ts";
import { byteOrderMark, csvRecord } from "#contract/csv.ts";
import { deliveryEntries } from "#contract/delivery.ts";
import { dollarsFromCents } from "#contract/money.ts";
import { orderFilterLabels, orderStates, statesAfterUnpaid } from "#contract/order-states.ts";
import { requireCapability } from "#worker/auth/authorize.ts";
import { auditEntry, findEntry } from "../audit.ts";
import type { Shop } from "../context.ts";
import { write } from "../write.ts";
import { totalCents } from "./read.ts";
import { type ExportedOrder, type OrderView, readOrdersAfter } from "./search.ts";

/** Orders per query, which take about 1 MB of a Worker's 128 MB. */
const pageSize = 2_500;

/** For the audit log. Leaves out the search text, which may be the email of an account that is deleted later. */
const describeView = ({ state, search, by }: OrderView): string =>
	[state ? orderFilterLabels[state] : "All but canceled", search && `filtered by ${by}`]
		.filter(Boolean)
		.join(", ");

const isoTime = (date: Date | null): string => date?.toISOString() ?? "";

type Column = [heading: string, cell: (order: ExportedOrder) => string | number];

/** Times in UTC, money in dollars. */
const columns: Column[] = [
	["Order", ({ id }) => id],
	["Date", ({ createdAt }) => isoTime(createdAt)],
	["State", ({ state }) => orderStates[state].label],
	...Object.values(statesAfterUnpaid).map(
		({ step, at }): Column => [step, (order) => isoTime(order[at])],
	),
	["Cancel reason", ({ cancelReason }) => (cancelReason ? cancelReasons[cancelReason].label : "")],
	["Tool id", ({ productId }) => productId],
	["Tool name", ({ toolName }) => toolName],
	["Part number", ({ toolPartNumber }) => toolPartNumber ?? ""],
	["Pieces", ({ quantity }) => quantity],
	["Price per piece", ({ toolPriceCents }) => dollarsFromCents(toolPriceCents)],
	["Total", (order) => dollarsFromCents(totalCents(order))],
	["Refunded amount", ({ refundedCents }) => dollarsFromCents(refundedCents)],
	["Net total", (order) => dollarsFromCents(totalCents(order) - order.refundedCents)],
	["User name", ({ name }) => name],
	["Email", ({ email }) => email],
	...deliveryEntries.map(
		([name, { label, heading = label }]): Column => [heading, (order) => order[name]],
	),
	["Carrier", ({ carrier }) => carrier ?? ""],
	["Tracking number", ({ trackingNumber }) => trackingNumber ?? ""],
	["Transaction id", ({ transactionId }) => transactionId ?? ""],
];

export const csvHeader: string = csvRecord(columns.map(([heading]) => heading));

const toCsv = (order: ExportedOrder): string => csvRecord(columns.map(([, cell]) => cell(order)));

function streamOrders(shop: Shop, view: OrderView): ReadableStream<Uint8Array> {
	const encoder = new TextEncoder();
	let last: ExportedOrder | null = null;
	return new ReadableStream({
		start: (controller) => controller.enqueue(encoder.encode(byteOrderMark + csvHeader)),
		async pull(controller) {
			const rows: ExportedOrder[] = await readOrdersAfter(shop, view, last, pageSize);
			if (rows.length > 0) controller.enqueue(encoder.encode(rows.map(toCsv).join("")));
			if (rows.length < pageSize) controller.close();
			last = rows.at(-1) ?? null;
		},
	});
}

/** Streams orders as CSV (RFC 4180, UTF-8 with a byte order mark). */
export async function exportOrders(shop: Shop, view: OrderView) {
	const account = requireCapability(shop, "orders:export");
	const audit = auditEntry(account, {
		action: "orders-exported",
		id: "orders.csv",
		name: "Orders",
		detail: describeView(view),
	});
	await write(shop, { audit, statements: [], findWritten: findEntry(shop.db, audit) });
	return streamOrders(shop, view);
}
