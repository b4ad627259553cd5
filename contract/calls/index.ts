import type { Access } from "../permissions.ts";
import { accountCalls } from "./accounts.ts";
import { addressCalls } from "./addresses.ts";
import { basketCalls } from "./basket.ts";
import type { Call } from "./call.ts";
import { checkoutCalls } from "./checkouts.ts";
import { contactCalls } from "./contact.ts";
import { fileCalls } from "./files.ts";
import { importCalls } from "./imports.ts";
import { listCalls } from "./lists.ts";
import { orderCalls } from "./orders.ts";
import { passkeyCalls } from "./passkeys.ts";
import { paymentLinkCalls } from "./payment-links.ts";
import { paymentCalls } from "./payments.ts";
import { productCalls } from "./products.ts";
import { quickOrderCalls } from "./quick-order.ts";
import { quoteCalls } from "./quotes.ts";
import { reviewCalls } from "./reviews.ts";
import { serviceCalls } from "./service.ts";
import { shipmentCalls } from "./shipments.ts";
import { stockAlertCalls } from "./stock-alerts.ts";

/** The calls that specification.md §7 requires and all others, grouped as on /docs. */
export const callGroups: { title: string; calls: Call[] }[] = [
	{ title: "Products", calls: Object.values({ ...productCalls, ...stockAlertCalls }) },
	{ title: "Imports", calls: Object.values(importCalls) },
	{
		title: "Orders and payment",
		calls: Object.values({
			...orderCalls,
			...checkoutCalls,
			...paymentCalls,
			...paymentLinkCalls,
			...shipmentCalls,
		}),
	},
	{
		title: "Accounts and users",
		calls: Object.values({ ...accountCalls, ...passkeyCalls, ...addressCalls }),
	},
	{
		title: "Basket and saved lists",
		calls: Object.values({ ...basketCalls, ...quickOrderCalls, ...listCalls }),
	},
	{ title: "Quotes", calls: Object.values(quoteCalls) },
	{
		title: "Reviews, pictures and documents",
		calls: Object.values({ ...reviewCalls, ...fileCalls }),
	},
	{ title: "Messages and newsletter", calls: Object.values(contactCalls) },
	{ title: "Service", calls: Object.values(serviceCalls) },
];

export const allCalls: Call[] = callGroups.flatMap(({ calls }) => calls);

export const callAccess: ReadonlyMap<string, Access> = new Map(
	allCalls.map(({ method, path, access }) => [`${method} ${path}`, access]),
);
