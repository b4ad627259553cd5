import { allCalls } from "#contract/calls/index.ts";
import { createApp } from "#worker/http/app.ts";
import { accountRoutes } from "./accounts.ts";
import { addressRoutes } from "./addresses.ts";
import { basketRoutes } from "./basket.ts";
import { rejectOtherMethods } from "./calls.ts";
import { checkoutRoutes } from "./checkouts.ts";
import { contactRoutes } from "./contact.ts";
import { imageRoutes } from "./images.ts";
import { importRoutes } from "./imports.ts";
import { listRoutes } from "./lists.ts";
import { orderRoutes } from "./orders.ts";
import { passkeyRoutes } from "./passkeys.ts";
import { paymentLinkRoutes } from "./payment-links.ts";
import { productRoutes } from "./products.ts";
import { quickOrderRoutes } from "./quick-order.ts";
import { quoteRoutes } from "./quotes.ts";
import { reviewRoutes } from "./reviews.ts";
import { serviceRoutes } from "./service.ts";
import { stockAlertRoutes } from "./stock-alerts.ts";

/** The REST API in specification.md §7. */
export const api = createApp()
	.route("/", productRoutes)
	.route("/", stockAlertRoutes)
	.route("/", importRoutes)
	.route("/", orderRoutes)
	.route("/", checkoutRoutes)
	.route("/", paymentLinkRoutes)
	.route("/", quoteRoutes)
	.route("/", basketRoutes)
	.route("/", quickOrderRoutes)
	.route("/", listRoutes)
	.route("/", accountRoutes)
	.route("/", addressRoutes)
	.route("/", passkeyRoutes)
	.route("/", contactRoutes)
	.route("/", reviewRoutes)
	.route("/", imageRoutes)
	.route("/", serviceRoutes);

rejectOtherMethods(api, allCalls);
