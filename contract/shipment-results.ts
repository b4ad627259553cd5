/**
 * The result of one line of a list of shipments; in a dry run, the expected result. The keys are in API responses. `{detail}`: the number,
 * state or reason.
 */
export const shipmentResults = {
	ready: "Ready to ship",
	ready_to_track: "Already shipped; its tracking number will be added",
	shipped: "Shipped",
	tracked: "Tracking number added",
	unchanged: "Already shipped with {detail}",
	other_number: "Already shipped with {detail}. Correct it on the order page.",
	not_ready: "Cannot ship: {detail}",
	number_used: "{detail}",
	not_found: "There is no order with this number",
	ambiguous: "Several order numbers begin with this. Enter the full number.",
	twice: "This order is in the list twice",
	invalid: "{detail}",
} as const;

export type ShipmentResult = keyof typeof shipmentResults;

export const shipmentResultNames = Object.keys(shipmentResults) as ShipmentResult[];

/** After these results, nothing is left to do. */
export const doneResults: readonly ShipmentResult[] = ["shipped", "tracked", "unchanged"];

/** Orders per list. */
export const shipmentLinesMax = 200;
