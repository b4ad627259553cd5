import type { BasketItem } from "#contract/basket.ts";
import type { CheckoutPage } from "../support/basket.ts";

/** The page of a checkout that a shopper has submitted. `checkoutId` is null until the shop has confirmed it. */
export type SubmittedBasket = { userId: string; page: CheckoutPage; checkoutId: string | null };

/** A refund of an order that an admin has asked for, by its idempotency key. */
export type AskedRefund = { order: string; key: string; isConfirmed: boolean };

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
	/** All pages of checkouts that were submitted, by their idempotency key. */
	submittedBaskets: Map<string, SubmittedBasket>;
	/** What each shopper has in the basket: lines that are confirmed, or the submitted page whose lines are in it until they are ordered. */
	baskets: Map<string, BasketItem[] | SubmittedBasket>;
	/** Lists that shoppers have saved, by shopper. */
	savedLists: Map<string, string>;
	/** The orders of each payment that was confirmed for several: at least one is paid by it. */
	paidTogether: Map<string, string[]>;
	refunds: AskedRefund[];
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
