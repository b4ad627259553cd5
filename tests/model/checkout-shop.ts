import { eq } from "drizzle-orm";
import { onTestFinished } from "vitest";
import { orders } from "#worker/db/schema.ts";
import { refundOrder } from "#worker/shop/payments/refund-order.ts";
import { confirmCheckout } from "#worker/shop/payments/settle.ts";
import { startCheckoutPayment } from "#worker/shop/payments/start.ts";
import { reconcilePayments } from "../support/reconcile-payments.ts";
import { getIntentId } from "../support/stripe.ts";
import { createCheckoutFixture } from "./payment-fixture.ts";

/** Adds shortcuts for actions to the fixture of `createCheckoutFixture`, and closes its shop when the test ends. */
export async function createCheckoutShop() {
	const fixture = await createCheckoutFixture();
	onTestFinished(fixture.localShop.close);
	const { createContext, shopper, admin, checkoutId, db, stripe } = fixture;
	const [first = "", second = "", third = ""] = fixture.orderIds;
	const fullRefund = {
		restock: true,
		reason: "requested",
		note: null,
		idempotencyKey: null,
	} as const;
	return {
		...fixture,
		first,
		second,
		third,
		shopperContext: createContext(shopper),
		adminContext: createContext(admin),
		pay: async (secret = fixture.secret) => {
			await stripe.chargeCard(secret);
			return confirmCheckout(createContext(shopper), checkoutId, getIntentId(secret));
		},
		start: (cents: number) => startCheckoutPayment(createContext(shopper), checkoutId, cents),
		refund: (orderId: string, values = {}) =>
			refundOrder(createContext(admin), orderId, { ...fullRefund, ...values }),
		readStates: async () => {
			const rows = await db.select().from(orders).where(eq(orders.checkoutId, checkoutId));
			return rows.map(({ state }) => state);
		},
		reconcile: async () => reconcilePayments(db, await stripe.readLedger()),
	};
}
