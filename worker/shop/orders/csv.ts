import { csvRecord } from "#contract/csv.ts";
import { deliveryEntries } from "#contract/delivery.ts";
import { dollarsFromCents } from "#contract/money.ts";
import { orderStates } from "#contract/order-states.ts";
import { type Order, totalCents } from "./read.ts";

const moment = (at: Date | null): string => at?.toISOString() ?? "";

type Column = [heading: string, cell: (order: Order) => string | number];

/** Columns of the export: what stands above, and what of an order stands in it. Moments in UTC, money in dollars. */
const columns: Column[] = [
	["Order", ({ id }) => id],
	["Date", ({ createdAt }) => moment(createdAt)],
	["State", ({ state }) => orderStates[state].label],
	["Paid", ({ paidAt }) => moment(paidAt)],
	["Shipped", ({ shippedAt }) => moment(shippedAt)],
	["Cancelled", ({ cancelledAt }) => moment(cancelledAt)],
	["Tool id", ({ productId }) => productId],
	["Tool name", ({ toolName }) => toolName],
	["Pieces", ({ quantity }) => quantity],
	["Price per piece", ({ toolPriceCents }) => dollarsFromCents(toolPriceCents)],
	["Total", (order) => dollarsFromCents(totalCents(order))],
	["User name", ({ name }) => name],
	["Email", ({ email }) => email],
	...deliveryEntries.map(
		([name, { label, heading = label }]): Column => [heading, (order) => order[name]],
	),
	["Transaction id", ({ transactionId }) => transactionId ?? ""],
];

/** The first record of the export. */
export const csvHead: string = csvRecord(columns.map(([header]) => header));

/** @returns an order as a record of the export */
export const toCsv = (order: Order): string => csvRecord(columns.map(([, cell]) => cell(order)));
