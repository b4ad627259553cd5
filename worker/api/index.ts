import { Hono } from "hono";
import { allCalls } from "#contract/calls/index.ts";
import type { AppEnv } from "#worker/http/request-context.ts";
import { accounts } from "./accounts.ts";
import { addresses } from "./addresses.ts";
import { basket } from "./basket.ts";
import { rejectOtherMethods } from "./calls.ts";
import { checkouts } from "./checkouts.ts";
import { contact } from "./contact.ts";
import { content } from "./content.ts";
import { imports } from "./imports.ts";
import { lists } from "./lists.ts";
import { orders } from "./orders.ts";
import { passkeys } from "./passkeys.ts";
import { paymentLinks } from "./payment-links.ts";
import { products } from "./products.ts";
import { quickOrder } from "./quick-order.ts";
import { quotes } from "./quotes.ts";
import { service } from "./service.ts";
import { stockWaits } from "./stock-waits.ts";

/** The REST API of specification.md §7. */
export const api = new Hono<AppEnv>()
	.route("/", products)
	.route("/", stockWaits)
	.route("/", imports)
	.route("/", orders)
	.route("/", checkouts)
	.route("/", paymentLinks)
	.route("/", quotes)
	.route("/", basket)
	.route("/", quickOrder)
	.route("/", lists)
	.route("/", accounts)
	.route("/", addresses)
	.route("/", passkeys)
	.route("/", contact)
	.route("/", content)
	.route("/", service);

rejectOtherMethods(api, allCalls);
