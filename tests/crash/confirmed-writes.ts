import type { BasketItem } from "#contract/basket.ts";
import type { CheckoutPage } from "../support/basket.ts";

/** A checkout page that a shopper has submitted. `checkoutId` is null until the shop has confirmed the checkout. */
export type SubmittedBasket = { userId: string; page: CheckoutPage; checkoutId: string | null };

/** A refund that an admin has requested; `key` is its idempotency key. */
export type RequestedRefund = { orderId: string; key: string; isConfirmed: boolean };

/** The writes that the shop and Stripe have confirmed with a 2xx response. They must survive each restart. */
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
	/** All submitted checkout pages, keyed by idempotency key. */
	submittedBaskets: Map<string, SubmittedBasket>;
	/** The basket of each shopper: confirmed lines, or a submitted page, whose lines stay in the basket until they are ordered. */
	baskets: Map<string, BasketItem[] | SubmittedBasket>;
	/** Saved lists, keyed by shopper. */
	savedLists: Map<string, string>;
	/** The orders of each confirmed payment for several orders. It must pay for at least one of them. */
	paidTogether: Map<string, string[]>;
	refunds: RequestedRefund[];
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
	submittedBaskets: new Map(),
	baskets: new Map(),
	savedLists: new Map(),
	paidTogether: new Map(),
	refunds: [],
	responses: 0,
	failures: [],
});
