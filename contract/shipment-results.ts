/**
 * The result of one line of a list of shipments; in a dry run, the expected result. The keys are in API responses. `{detail}`: the number,
 * state or reason. `isDone`: nothing is left to do.
 */
export const shipmentResults = {
	ready: { text: "Ready to ship", isDone: false },
	ready_to_track: { text: "Already shipped; its tracking number will be added", isDone: false },
	shipped: { text: "Shipped", isDone: true },
	tracked: { text: "Tracking number added", isDone: true },
	unchanged: { text: "Already shipped with these details", isDone: true },
	other_number: {
		text: "Already shipped with {detail}. Correct it on the order page.",
		isDone: false,
	},
	not_ready: { text: "Cannot ship: {detail}", isDone: false },
	number_used: { text: "{detail}", isDone: false },
	not_found: { text: "There is no order with this number", isDone: false },
	ambiguous: {
		text: "Several order numbers begin with this. Enter the full number.",
		isDone: false,
	},
	twice: { text: "This order is in the list twice", isDone: false },
	invalid: { text: "{detail}", isDone: false },
} as const;

export type ShipmentResult = keyof typeof shipmentResults;

export const shipmentResultNames = Object.keys(shipmentResults) as ShipmentResult[];

/** Orders per list. */
export const shipmentLinesMax = 200;
