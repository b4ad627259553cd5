/** What becomes of an order: the key stands in addresses and in the name of its counter. */
export const orderStates = {
	unpaid: "Unpaid",
	paid: "Paid, not shifted",
	shifted: "Shifted",
} as const satisfies Record<string, string>;

export type OrderState = keyof typeof orderStates;
