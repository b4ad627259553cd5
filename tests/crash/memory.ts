/** What the shop and Stripe have answered 2xx to, over all the shop's lives: after each start it must still be so. */
export type Memory = {
	placed: Set<string>;
	/** With or without an answer: these orders may be gone. */
	askedToCancel: Set<string>;
	cancelled: Set<string>;
	/** Order → the payment it is paid with. */
	paid: Map<string, string>;
	/** Payments whose secret was handed out, and those that Stripe has said are charged. */
	opened: Set<string>;
	charged: Set<string>;
	/** How many answers came, and what should never have come. */
	answers: number;
	failures: string[];
};

/** @returns the memory of a shop that has answered nothing yet */
export const startMemory = (): Memory => ({
	placed: new Set(),
	askedToCancel: new Set(),
	cancelled: new Set(),
	paid: new Map(),
	opened: new Set(),
	charged: new Set(),
	answers: 0,
	failures: [],
});
