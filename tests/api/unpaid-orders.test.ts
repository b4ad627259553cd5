import { eq } from "drizzle-orm";
import { afterAll, expect, test } from "vitest";
import { orders } from "#worker/db/schema.ts";
import { createAdmin } from "../support/accounts.ts";
import { startCheckoutShop } from "../support/checkout.ts";
import { countPieces } from "../support/count-pieces.ts";

const checkout = await startCheckoutShop();
const { shop, product } = checkout;
const admin = await createAdmin(shop);
afterAll(shop.stop);

const getTimeInThreeDays = () => new Date(Date.now() + 3 * 86_400_000);

test("an order that is charged, shipped, canceled and expired at the same time ends up either paid or canceled", async () => {
	const payments = await Promise.all(Array.from({ length: 16 }, () => checkout.beginPayment()));
	await Promise.all([
		...payments.flatMap(({ shopper, orderId, secret, intentId }, index) => [
			checkout.stripe
				.chargeCard(secret)
				.then(() => checkout.confirmPayment(shopper, orderId, intentId))
				.then(() => checkout.shipOrder(admin, orderId)),
			...(index % 4 === 0 ? [checkout.cancelOrder(shopper, orderId)] : []),
			...(index % 4 === 1 ? [checkout.createIntent(shopper, orderId).catch(() => null)] : []),
		]),
		...[1, 2, 3].map(() => shop.sweep(getTimeInThreeDays())),
	]);
	await Promise.all(payments.map(({ orderId }) => checkout.stripe.releaseWebhooks(orderId)));
	await checkout.runSweep();
	await shop.sweep(getTimeInThreeDays());
	const finalOrders = await shop.db.select().from(orders).where(eq(orders.productId, product.id));
	for (const { id, state, paidAt, cancelledAt } of finalOrders) {
		expect(state, id).toMatch(/^(?:paid|shipped|cancelled)$/);
		expect(paidAt !== null && cancelledAt !== null, id).toBe(false);
	}
	const money = await checkout.reconcilePayments();
	expect(money).toMatchObject({ lost: [], differenceCents: 0 });
	expect(money.usedPayments).toBe(finalOrders.filter(({ paidAt }) => paidAt).length);
	const { stock, ordered } = await countPieces(shop, product.id);
	expect(stock + ordered).toBe(1_000_000);
});
