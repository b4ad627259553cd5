import type { BasketItem } from "#contract/basket.ts";
import type { CheckoutPage } from "../support/basket.ts";

/** A checkout page that a shopper has submitted. `checkoutId` is null until the shop has confirmed the checkout. */
export type SubmittedBasket = { userId: string; page: CheckoutPage; checkoutId: string | null };

/** A refund that an admin has requested; `key` is its idempotency key. */
export type RequestedRefund = { orderId: string; key: string; isConfirmed: boolean };

/** What shoppers and admins have done. Each write that the shop or Stripe has confirmed with a 2xx response must survive each restart. */
export type WorkloadLog = {
	placedOrders: Set<string>;
	/** Orders whose cancellation was requested: they may be canceled even without a response. */
	cancelRequests: Set<string>;
	canceledOrders: Set<string>;
	/** The payment intent of each paid order. */
	paidOrders: Map<string, string>;
	/** Payment intents that the shop has sent to a shopper. */
	startedPayments: Set<string>;
	/** Payment intents that Stripe has charged. */
	chargedPayments: Set<string>;
	/** All submitted checkout pages, keyed by idempotency key. */
	submittedBaskets: Map<string, SubmittedBasket>;
	/** Each shopper's basket: its confirmed lines or, once a checkout page is submitted, that page. Its lines stay in the basket until ordered. */
	baskets: Map<string, BasketItem[] | SubmittedBasket>;
	/** The ID of each shopper's saved list, keyed by shopper ID. */
	savedLists: Map<string, string>;
	/** The orders of each confirmed payment of a checkout, keyed by payment intent. It must have paid for at least one of them. */
	ordersByCheckoutIntent: Map<string, string[]>;
	refunds: RequestedRefund[];
	/** Number of responses of any status. */
	responseCount: number;
	/** Responses and errors that must not occur. */
	failures: string[];
};

export const createWorkloadLog = (): WorkloadLog => ({
	placedOrders: new Set(),
	cancelRequests: new Set(),
	canceledOrders: new Set(),
	paidOrders: new Map(),
	startedPayments: new Set(),
	chargedPayments: new Set(),
	submittedBaskets: new Map(),
	baskets: new Map(),
	savedLists: new Map(),
	ordersByCheckoutIntent: new Map(),
	refunds: [],
	responseCount: 0,
	failures: [],
});
