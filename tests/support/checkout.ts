import { eq, isNotNull } from "drizzle-orm";
import * as v from "valibot";
import { orders, payments, settings } from "#worker/db/schema.ts";
import { createAccount, type TestAccount } from "./accounts.ts";
import { createProduct } from "./products.ts";
import { reconcilePayments } from "./reconcile-payments.ts";
import { createJsonInit, type RunningShop, startShop } from "./shop.ts";
import { createTestStripe, getIntentId } from "./stripe.ts";

const placedOrderSchema = v.object({ insertedId: v.string() });
const secretSchema = v.object({ clientSecret: v.string() });

/** Returns helpers for tests of payments. Each order is for 10 pieces of `product`, $125 in total. */
export function createCheckoutHelpers<Shop extends RunningShop, Product extends { id: string }>(
	shop: Shop,
	product: Product,
) {
	const stripe = createTestStripe(shop);

	async function placeOrder(shopper: TestAccount): Promise<string> {
		const input = { toolId: product.id, email: shopper.email, quantity: 10 };
		const response = await shopper.fetch(
			"/orders",
			createJsonInit({ ...input, location: "Here", phone: "1" }),
		);
		return v.parse(placedOrderSchema, await response.json()).insertedId;
	}

	const requestIntent = (shopper: TestAccount, orderId: string) =>
		shopper.fetch("/create-payment-intent", createJsonInit({ price: 125, order: orderId }));

	/** Starts the payment of an order, and returns its client secret. */
	async function createIntent(shopper: TestAccount, orderId: string): Promise<string> {
		const response = await requestIntent(shopper, orderId);
		return v.parse(secretSchema, await response.json()).clientSecret;
	}

	return {
		shop,
		stripe,
		product,
		placeOrder,
		requestIntent,
		createIntent,

		/** Creates a shopper, an unpaid order and its payment intent. Webhooks wait for `releaseWebhooks` by default. */
		async beginPayment({ webhooks = "hold" }: { webhooks?: "normal" | "drop" | "hold" } = {}) {
			const shopper = await createAccount(shop);
			const orderId = await placeOrder(shopper);
			await stripe.overrideBehavior(orderId, { webhooks });
			const secret = await createIntent(shopper, orderId);
			return { shopper, orderId, secret, intentId: getIntentId(secret) };
		},

		/** Tells the shop, as the browser does, that the card was charged. */
		confirmPayment: (shopper: TestAccount, orderId: string, intentId: string) =>
			shopper.fetch(
				`/orders/${orderId}`,
				createJsonInit({ order: orderId, transactionID: intentId }, "PATCH"),
			),

		cancelOrder: (account: TestAccount, orderId: string) =>
			account.fetch(`/orders/${orderId}`, { method: "DELETE" }),

		shipOrder: (admin: TestAccount, orderId: string) =>
			admin.fetch(`/shiftorders/${orderId}`, { method: "PATCH" }),

		/** Returns the id of the intent that paid for the order, null if the order is unpaid, and undefined if it does not exist. */
		async readTransactionId(orderId: string): Promise<string | null | undefined> {
			const rows = await shop.db.select().from(orders).where(eq(orders.id, orderId));
			return rows[0]?.transactionId;
		},

		/** Runs the sweep as if every pending payment were due for a check. */
		async runSweep(): Promise<void> {
			const needsCheck = isNotNull(payments.nextCheckAt);
			await shop.db
				.update(payments)
				.set({ nextCheckAt: new Date(0) })
				.where(needsCheck);
			await shop.sweep();
		},

		/** Returns the id that the shop's payments have in their metadata. */
		async readShopId(): Promise<string> {
			const [row] = await shop.db.select().from(settings).where(eq(settings.name, "shop_id"));
			return row?.value ?? "";
		},

		reconcilePayments: async () => reconcilePayments(shop.db, await stripe.readLedger()),
	};
}

/**
 * Starts a shop and returns the helpers for it.
 * @param options - the options of `startShop`
 */
export async function startCheckoutShop(options?: Parameters<typeof startShop>[0]) {
	const shop = await startShop(options);
	return createCheckoutHelpers(shop, await createProduct(shop, { quantity: 1_000_000 }));
}
