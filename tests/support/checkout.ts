import { eq, isNotNull } from "drizzle-orm";
import * as v from "valibot";
import { orders, payments, settings } from "#worker/db/schema.ts";
import { createAccount, type TestAccount } from "./accounts.ts";
import { auditMoney } from "./money-audit.ts";
import { createProduct } from "./products.ts";
import { asJson, type RunningShop, startShop } from "./shop.ts";
import { createTestStripe, intentIdOf } from "./stripe.ts";

const placedOrderSchema = v.object({ insertedId: v.string() });
const secretSchema = v.object({ clientSecret: v.string() });

/** Milliseconds that a call to Stripe may take here, so that no test has to wait for ten seconds. */
export const stripeTimeoutMs = 700;

/** What tests of payments do over and over: orders of 10 pieces of `product`, 125 dollars. */
export function createCheckout<Shop extends RunningShop, Product extends { id: string }>(
	shop: Shop,
	product: Product,
) {
	const stripe = createTestStripe(shop);

	async function placeOrder(shopper: TestAccount): Promise<string> {
		const input = { toolId: product.id, email: shopper.email, quantity: 10 };
		const response = await shopper.fetch(
			"/orders",
			asJson({ ...input, location: "Here", phone: "1" }),
		);
		return v.parse(placedOrderSchema, await response.json()).insertedId;
	}

	const requestIntent = (shopper: TestAccount, order: string) =>
		shopper.fetch("/create-payment-intent", asJson({ price: 125, order }));

	async function createIntent(shopper: TestAccount, order: string): Promise<string> {
		const response = await requestIntent(shopper, order);
		return v.parse(secretSchema, await response.json()).clientSecret;
	}

	return {
		shop,
		stripe,
		product,
		placeOrder,
		requestIntent,
		createIntent,

		/** A new shopper with an unpaid order and the secret to pay for it; webhooks wait for `release` by default. */
		async beginPayment(webhooks: "normal" | "drop" | "hold" = "hold") {
			const shopper = await createAccount(shop);
			const order = await placeOrder(shopper);
			await stripe.setSwitches(order, { webhooks });
			const secret = await createIntent(shopper, order);
			return { shopper, order, secret, intent: intentIdOf(secret) };
		},

		/** The browser tells the shop that the card was charged. */
		confirmPayment: (shopper: TestAccount, order: string, transactionID: string) =>
			shopper.fetch(`/orders/${order}`, asJson({ order, transactionID }, "PATCH")),

		cancelOrder: (account: TestAccount, order: string) =>
			account.fetch(`/orders/${order}`, { method: "DELETE" }),

		/** @returns what the order was paid with, null when it is unpaid, undefined when it is gone */
		async readTransactionId(order: string): Promise<string | null | undefined> {
			const rows = await shop.db.select().from(orders).where(eq(orders.id, order));
			return rows[0]?.transactionId;
		},

		/** Runs the sweep as if the browser and the webhook had had their time. */
		async runSweep(): Promise<void> {
			const isPending = isNotNull(payments.nextCheckAt);
			await shop.db
				.update(payments)
				.set({ nextCheckAt: new Date(0) })
				.where(isPending);
			await shop.sweep();
		},

		/** @returns the id that tells this shop's payments from others' */
		async readShopId(): Promise<string> {
			const [row] = await shop.db.select().from(settings).where(eq(settings.name, "shop_id"));
			return row?.value ?? "";
		},

		/** @returns what became of all the money that has moved so far, and names what is lost of it */
		auditMoney: async () => auditMoney(shop.db, await stripe.readLedger()),
	};
}

/** A shop with what a buyer does to order and pay. */
export async function startCheckout() {
	const shop = await startShop({ vars: { STRIPE_TIMEOUT_MS: String(stripeTimeoutMs) } });
	return createCheckout(shop, await createProduct(shop, { quantity: 1_000_000 }));
}
