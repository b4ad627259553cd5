import { cancelOrder } from "#worker/shop/orders/cancel.ts";
import { requireCheckout } from "#worker/shop/orders/checkout.ts";
import { shipOrder } from "#worker/shop/orders/ship.ts";
import { refundOrder } from "#worker/shop/payments/refund-order.ts";
import { confirmCheckout } from "#worker/shop/payments/settle.ts";
import { startCheckoutPayment } from "#worker/shop/payments/start.ts";
import type { PaymentFixture } from "./payment-fixture.ts";
import type { RoundTripHook } from "./round-trip-hook.ts";

type Action = (fixture: PaymentFixture, beforeRoundTrip?: RoundTripHook) => Promise<unknown>;

const getOther = ({ orderIds }: PaymentFixture) => orderIds.at(-1) ?? "";

/** Actions on a checkout of several orders: on all of them, or on the last one. Those of payment-actions.ts are on the first one. */
export const checkoutActions = {
	confirmCheckout: ({ createContext, shopper, checkoutId, intentId }, beforeRoundTrip) =>
		confirmCheckout(createContext(shopper, beforeRoundTrip), checkoutId, intentId),
	async payCheckoutInSecondTab({ createContext, shopper, stripe, checkoutId }, beforeRoundTrip) {
		const { unpaidCents } = await requireCheckout(createContext(shopper), checkoutId);
		const shop = createContext(shopper, beforeRoundTrip);
		await stripe.chargeCard(await startCheckoutPayment(shop, checkoutId, unpaidCents));
	},
	cancelOther: (fixture, beforeRoundTrip) =>
		cancelOrder(fixture.createContext(fixture.shopper, beforeRoundTrip), getOther(fixture)),
	shipOther: (fixture, beforeRoundTrip) =>
		shipOrder(fixture.createContext(fixture.admin, beforeRoundTrip), getOther(fixture)),
	refundOther: (fixture, beforeRoundTrip) =>
		refundOrder(fixture.createContext(fixture.admin, beforeRoundTrip), getOther(fixture), {
			...{ restock: true, reason: "requested", note: null, idempotencyKey: "other" },
		}),
	refundPieceOfOther: (fixture, beforeRoundTrip) =>
		refundOrder(fixture.createContext(fixture.admin, beforeRoundTrip), getOther(fixture), {
			...{ pieces: 1, restock: true, reason: "damaged", note: null, idempotencyKey: "piece" },
		}),
	/** Refunds in Stripe's Dashboard, where a refund does not name an order. */
	refundShareOfOther: ({ stripe, intentId }) =>
		stripe.refundInDashboard(intentId, 3_998).catch(() => undefined),
} satisfies Record<string, Action>;

type CheckoutActionName = keyof typeof checkoutActions;

export const checkoutActionNames = Object.keys(checkoutActions) as CheckoutActionName[];
