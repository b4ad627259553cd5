import { cancelOrder } from "#worker/shop/orders/cancel.ts";
import { requireCheckout } from "#worker/shop/orders/checkout.ts";
import { shipOrder } from "#worker/shop/orders/ship.ts";
import { refundOrder } from "#worker/shop/payments/refund-order.ts";
import { confirmCheckout } from "#worker/shop/payments/settle.ts";
import { startCheckoutPayment } from "#worker/shop/payments/start.ts";
import type { PaymentFixture } from "./payment-fixture.ts";
import type { RoundTripHook } from "./round-trip-hook.ts";

type Action = (fixture: PaymentFixture, beforeRoundTrip?: RoundTripHook) => Promise<unknown>;

const getLastOrderId = ({ orderIds }: PaymentFixture) => orderIds.at(-1) ?? "";

/** Actions on all orders of a checkout, or on its last order. The actions in payment-actions.ts use its first order. */
export const checkoutActions = {
	confirmCheckout: ({ createContext, shopper, checkoutId, intentId }, beforeRoundTrip) =>
		confirmCheckout(createContext(shopper, beforeRoundTrip), checkoutId, intentId),
	async payCheckoutInSecondTab({ createContext, shopper, stripe, checkoutId }, beforeRoundTrip) {
		const { unpaidCents } = await requireCheckout(createContext(shopper), checkoutId);
		const shop = createContext(shopper, beforeRoundTrip);
		await stripe.chargeCard(await startCheckoutPayment(shop, checkoutId, unpaidCents));
	},
	cancelLastOrder: (fixture, beforeRoundTrip) =>
		cancelOrder(fixture.createContext(fixture.shopper, beforeRoundTrip), getLastOrderId(fixture)),
	shipLastOrder: (fixture, beforeRoundTrip) =>
		shipOrder(fixture.createContext(fixture.admin, beforeRoundTrip), getLastOrderId(fixture)),
	refundLastOrder: (fixture, beforeRoundTrip) =>
		refundOrder(fixture.createContext(fixture.admin, beforeRoundTrip), getLastOrderId(fixture), {
			restock: true,
			reason: "requested",
			note: null,
			idempotencyKey: "other",
		}),
	refundPieceOfLastOrder: (fixture, beforeRoundTrip) =>
		refundOrder(fixture.createContext(fixture.admin, beforeRoundTrip), getLastOrderId(fixture), {
			pieces: 1,
			restock: true,
			reason: "damaged",
			note: null,
			idempotencyKey: "piece",
		}),
	/** Refunds the last order's amount from Stripe's Dashboard, so that the refund is not linked to an order. */
	refundAmountOfLastOrderInDashboard: ({ stripe, intentId }) =>
		stripe.refundInDashboard(intentId, 3_998).catch(() => undefined),
} satisfies Record<string, Action>;

type CheckoutActionName = keyof typeof checkoutActions;

export const checkoutActionNames = Object.keys(checkoutActions) as CheckoutActionName[];
