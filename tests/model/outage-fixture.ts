import { eq } from "drizzle-orm";
import { expect } from "vitest";
import { orderEmails, payments, users } from "#worker/db/schema.ts";
import type { ShopContext } from "#worker/shop/context.ts";
import { placeOrder } from "#worker/shop/orders/place.ts";
import { startPayment } from "#worker/shop/payments/start.ts";
import { createLocalShop } from "../support/local-shop.ts";
import { createLocalStripe } from "../support/local-stripe.ts";
import { validPassword } from "../support/passwords.ts";
import { hashQuickly } from "../support/quick-hash.ts";
import { reconcilePayments } from "../support/reconcile-payments.ts";
import type { QueryHook } from "../support/sqlite-d1.ts";
import { getIntentId } from "../support/stripe.ts";
import { createHookedContext } from "./round-trip-hook.ts";

export const initialStock = 10;
export const totalCents = 1_999 * 4;
export const password = validPassword;
/** A hash with outdated parameters, which the next login replaces. */
const passwordHash = hashQuickly(password);

/** Creates a shop with three accounts and a product with ten pieces, four of them ordered. */
export async function createFixture() {
	const localShop = createLocalShop();
	const stripe = createLocalStripe();
	const { db } = localShop;
	const [shopper, otherShopper, admin] = await Promise.all([
		localShop.addAccount(),
		localShop.addAccount(),
		localShop.addAccount("admin"),
	]);
	await db.update(users).set({ passwordHash });
	const productId = await localShop.addProduct(initialStock);
	const createContext = (account = shopper, beforeQuery?: QueryHook): ShopContext =>
		createHookedContext(localShop, stripe, account, () => undefined, beforeQuery);
	const orderInput = { productId, quantity: 4, location: "Here", phone: "1", idempotencyKey: null };
	const orderId = await placeOrder(createContext(), orderInput);
	return {
		localShop,
		db,
		stripe,
		createContext,
		shopper,
		otherShopper,
		admin,
		productId,
		orderInput,
		orderId,
	};
}

export type Fixture = Awaited<ReturnType<typeof createFixture>>;

/**
 * Starts the payment of the order and charges the card.
 * @returns the id of the payment intent
 */
export async function chargeOrder({ createContext, stripe, orderId }: Fixture): Promise<string> {
	const secret = await startPayment(createContext(), totalCents, orderId);
	await stripe.chargeCard(secret);
	return getIntentId(secret);
}

const onePaidOrder = { payments: 1, usedPayments: 1, refunded: 0, differenceCents: 0, lost: [] };

export const reconcile = async ({ db, stripe }: Fixture) =>
	reconcilePayments(db, await stripe.readLedger());

export async function expectPaidOnce(fixture: Fixture) {
	expect(await reconcile(fixture)).toMatchObject(onePaidOrder);
	expect(await fixture.db.select().from(payments)).toMatchObject([{ status: "paid" }]);
	expect(await fixture.db.$count(orderEmails, eq(orderEmails.kind, "receipt"))).toBe(1);
}
