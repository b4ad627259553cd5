import * as v from "valibot";
import { stockWaitsMax } from "../limits.ts";
import { defineCall, deletedResponse } from "./call.ts";

export const stockWaitCalls = {
	listStockWaits: defineCall("GET", "/stock-waits", {
		summary: "The tools for which the account waits until they are back in stock",
		access: "orders:place",
		response: v.array(v.object({ toolId: v.string(), name: v.string(), createdAt: v.string() })),
	}),
	waitForStock: defineCall("PUT", "/products/{id}/stock-wait", {
		summary: "Ask for one email when a tool that is out of stock can be ordered again",
		note: `The email of the account must be verified. At most ${stockWaitsMax} tools at a time.`,
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
		summary: "Stop waiting for a tool",
		access: "orders:place",
		response: deletedResponse,
	}),
};
