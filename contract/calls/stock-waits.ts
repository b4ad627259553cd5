import * as v from "valibot";
import { stockWaitsMax } from "../limits.ts";
import { defineCall, deletedResponse } from "./call.ts";

export const stockWaitCalls = {
	listStockWaits: defineCall("GET", "/stock-waits", {
		summary: "The account's back-in-stock requests",
		access: "orders:place",
		response: v.array(v.object({ toolId: v.string(), name: v.string(), createdAt: v.string() })),
	}),
	waitForStock: defineCall("PUT", "/products/{id}/stock-wait", {
		summary: "Ask for one email when an out-of-stock tool can be ordered again",
		note: `The account's email must be verified. At most ${stockWaitsMax} tools at a time.`,
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
	stopWaiting: defineCall("DELETE", "/products/{id}/stock-wait", {
		summary: "Cancel a back-in-stock request",
		access: "orders:place",
		response: deletedResponse,
	}),
};
