import * as v from "valibot";
import { stockAlertsMax } from "../limits.ts";
import { defineCall, deletedResponse } from "./call.ts";

export const stockAlertCalls = {
	listStockAlerts: defineCall("GET", "/stock-waits", {
		summary: "The account's stock alerts",
		access: "orders:place",
		response: v.array(v.object({ toolId: v.string(), name: v.string(), createdAt: v.string() })),
	}),
	requestStockAlert: defineCall("PUT", "/products/{id}/stock-wait", {
		summary: "Request a stock alert: one email when an out-of-stock tool can be ordered again",
		note: `The account's email must be verified. At most ${stockAlertsMax} tools at a time.`,
		access: "orders:place",
		response: v.object({ acknowledged: v.boolean() }),
		errors: [
			"product_not_found",
			"tool_in_stock",
			"email_not_verified",
			"too_many_stock_waits",
			"rate_limited",
		],
	}),
	cancelStockAlert: defineCall("DELETE", "/products/{id}/stock-wait", {
		summary: "Cancel a stock alert",
		access: "orders:place",
		response: deletedResponse,
	}),
};
