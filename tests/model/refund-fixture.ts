import { eq } from "drizzle-orm";
import { onTestFinished } from "vitest";
import { payments, products, refundRequests } from "#worker/db/schema.ts";
import { getRefundable } from "#worker/shop/payments/plan-refund.ts";
import { refundOrder } from "#worker/shop/payments/refund-order.ts";
import { createPaidFixture, pieceCount, totalCents } from "./payment-fixture.ts";

/** A refund of the remaining amount. */
export const refundInput = {
	restock: false,
	reason: "damaged",
	note: "",
	idempotencyKey: null,
} as const;

export const pieceCents = totalCents / pieceCount;

/** Adds helpers for refunds by an admin to the fixture of `createPaidFixture`, and closes its shop when the test ends. */
export async function createRefundFixture() {
	const fixture = await createPaidFixture();
	onTestFinished(fixture.localShop.close);
	const adminContext = fixture.createContext(fixture.admin);
	const { db, orderId, productId, intentId } = fixture;
	return {
		...fixture,
		adminContext,
		refund: (values: Partial<Parameters<typeof refundOrder>[2]> = {}) =>
			refundOrder(adminContext, orderId, { ...refundInput, ...values }),
		readRequests: () => db.select().from(refundRequests).orderBy(refundRequests.createdAt),
		readStock: async () =>
			(await db.select().from(products).where(eq(products.id, productId)))[0]?.quantity,
		readPayment: async () => (await db.select().from(payments).where(eq(payments.id, intentId)))[0],
		readStripeRefunds: async () => (await fixture.stripe.readLedger()).refunds,
		getRefundable: () => getRefundable(adminContext, orderId),
	};
}
