/** The writes that the shop and Stripe have confirmed with a 2xx response. After each restart they must still be there. */
export type ConfirmedWrites = {
	placedOrders: Set<string>;
	/** Orders whose cancellation was requested: they may be canceled even without a response. */
	cancelRequests: Set<string>;
	canceledOrders: Set<string>;
	/** The payment intent of each paid order. */
	paidOrders: Map<string, string>;
	/** Payment intents that the shop has returned. */
	startedPayments: Set<string>;
	/** Payment intents that Stripe has charged. */
	chargedPayments: Set<string>;
	/** Number of responses, of any status. */
	responses: number;
	/** Responses and errors that must not occur. */
	failures: string[];
};

export const createConfirmedWrites = (): ConfirmedWrites => ({
	placedOrders: new Set(),
	cancelRequests: new Set(),
	canceledOrders: new Set(),
	paidOrders: new Map(),
	startedPayments: new Set(),
	chargedPayments: new Set(),
	responses: 0,
	failures: [],
});
