import * as v from "valibot";
import { textLength } from "../limits.ts";
import { invalid, requiredMessages } from "../messages.ts";
import { orderStateNames } from "../order-states.ts";
import { paymentHolds } from "../payment-holds.ts";
import { text } from "../schemas/fields.ts";
import { shipmentSchema } from "../schemas/shipment.ts";
import { shipmentLinesMax, shipmentResultNames } from "../shipment-results.ts";
import { defineCall, modifiedResponse } from "./call.ts";

/** `trackingUrl` is the carrier's tracking page. */
const shipmentResponse = v.object({
	order: v.string(),
	state: v.picklist(orderStateNames),
	shippedAt: v.nullable(v.string()),
	deliveredAt: v.nullable(v.string()),
	carrier: v.nullable(v.string()),
	trackingNumber: v.nullable(v.string()),
	trackingUrl: v.nullable(v.string()),
});

const shipmentsSchema = v.object({
	shipments: v.array(
		v.object(
			{
				order: v.pipe(
					text(requiredMessages.order, textLength.id),
					v.description("order ID, or order number (the first 12 characters of the ID)"),
				),
				carrier: v.nullish(v.string(invalid.text), ""),
				trackingNumber: v.nullish(v.string(invalid.text), ""),
			},
			invalid.object,
		),
		"shipments must be a list",
	),
	dryRun: v.optional(v.boolean("dryRun must be true or false"), false),
});

/** `orderId` is null if no order has this number. */
const shipmentsResponse = v.object({
	results: v.array(
		v.object({
			order: v.string(),
			orderId: v.nullable(v.string()),
			result: v.picklist(shipmentResultNames),
			message: v.string(),
		}),
	),
});

const shipErrors = [
	"order_not_found",
	"order_unpaid",
	...Object.values(paymentHolds).map(({ error }) => error),
] as const;

export const shipmentCalls = {
	deliverOrder: defineCall("POST", "/orders/{id}/delivery", {
		summary: "Mark a shipped order as received",
		access: "owner or orders:ship",
		response: shipmentResponse,
		errors: ["order_not_found", "order_not_shipped"],
	}),
	shipMany: defineCall("POST", "/shipments", {
		summary: "Ship many orders, each with its tracking number",
		note: `At most ${shipmentLinesMax}. Ships each order that is ready, adds the tracking number to orders that were shipped without one, and reports why the others were skipped. With \`dryRun\`, nothing is changed. Requests can be retried.`,
		access: "orders:ship",
		body: shipmentsSchema,
		response: shipmentsResponse,
		errors: ["no_shipments", "too_many_shipments"],
	}),
	shipOrder: defineCall("PATCH", "/shiftorders/{id}", {
		summary: "Mark a paid order as shipped",
		access: "orders:ship",
		response: modifiedResponse,
		errors: [...shipErrors],
	}),
	getShipment: defineCall("GET", "/orders/{id}/shipment", {
		summary: "The shipment of an order, with its tracking number",
		access: "owner or orders:read",
		response: shipmentResponse,
		errors: ["order_not_found"],
	}),
	saveShipment: defineCall("POST", "/orders/{id}/shipment", {
		summary: "Ship a paid order, or correct its tracking number",
		note: "Corrects the tracking number if the order has already shipped. Omitting `trackingNumber` leaves it unchanged; null or an empty string removes it. The customer is emailed when the order ships or gets a new number.",
		access: "orders:ship",
		body: shipmentSchema,
		response: shipmentResponse,
		errors: [...shipErrors, "tracking_number_used"],
	}),
};
