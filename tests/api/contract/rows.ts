import * as v from "valibot";
import type { Call } from "#contract/calls/call.ts";
import { allCalls } from "#contract/calls/index.ts";
import { accountRows } from "./account-rows.ts";
import { addressRows } from "./address-rows.ts";
import { basketRows } from "./basket-rows.ts";
import { checkoutRows } from "./checkout-rows.ts";
import { contactRows } from "./contact-rows.ts";
import { documentRows } from "./document-rows.ts";
import { importRows } from "./import-rows.ts";
import { listRows } from "./list-rows.ts";
import { orderRows } from "./order-rows.ts";
import { passkeyRows } from "./passkey-rows.ts";
import { paymentLinkRows } from "./payment-link-rows.ts";
import { paymentRows } from "./payment-rows.ts";
import { productRows } from "./product-rows.ts";
import { quickOrderRows } from "./quick-order-rows.ts";
import { quoteRows } from "./quote-rows.ts";
import { reviewRows } from "./review-rows.ts";
import type { ContractRow } from "./row.ts";
import { shipmentRows } from "./shipment-rows.ts";
import { stockAlertRows } from "./stock-alert-rows.ts";
import { stockRows } from "./stock-rows.ts";

/** Requests to every call of the specification, and to most other calls. */
export const contractRows: ContractRow[] = [
	...productRows,
	// GET /users must run before the other rows have created more users than it returns.
	...accountRows,
	...contactRows,
	...stockRows,
	...documentRows,
	...importRows,
	...orderRows,
	...basketRows,
	...quickOrderRows,
	...listRows,
	...checkoutRows,
	...paymentRows,
	...paymentLinkRows,
	...shipmentRows,
	...stockAlertRows,
	...addressRows,
	...passkeyRows,
	...quoteRows,
	...reviewRows,
];

/** GET requests that anyone may send and that need no `arrange`. */
export const publicReadRows = contractRows.filter(
	({ call, arrange, statuses }) => call.method === "GET" && statuses.anonymous === 200 && !arrange,
);

/** @throws an error if the call has no row */
export function getRow(call: Call): ContractRow {
	const row = contractRows.findLast((row) => row.call === call);
	if (!row) throw new Error(`${call.method} ${call.path} has no row.`);
	return row;
}

const takesCursor = ({ query }: Call) =>
	query !== undefined &&
	v.safeParse(query, { after: "" }).issues?.some((issue) => v.getDotPath(issue) === "after");

/** A row for each call that is paginated with a cursor. */
export const cursorRows = allCalls.filter(takesCursor).map(getRow);
