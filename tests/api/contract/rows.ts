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
import { stockWaitRows } from "./stock-wait-rows.ts";

/** Every call of the contract, and most others. */
export const contractRows: ContractRow[] = [
	...productRows,
	// GET /users must run before the other rows have created more users than it returns.
	...accountRows,
	...contactRows,
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
	...stockWaitRows,
	...addressRows,
	...passkeyRows,
	...quoteRows,
	...reviewRows,
];
