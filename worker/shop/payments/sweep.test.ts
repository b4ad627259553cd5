import { eq } from "drizzle-orm";
import { expect, onTestFinished, test } from "vitest";
import { orders, payments } from "#worker/db/schema.ts";
import { openShop } from "../../../tests/model/actors.ts";
import { openLocalShop } from "../../../tests/support/local-shop.ts";
import { openLocalStripe } from "../../../tests/support/local-stripe.ts";
import { intentIdOf } from "../../../tests/support/stripe.ts";
import { placeOrder } from "../orders/place.ts";
import { startPayment } from "./start.ts";
import { sweepPayments } from "./sweep.ts";

const hour = 60 * 60 * 1000;

test("the open intent of an order that is gone is cancelled by the sweep", async () => {
	const [local, stripe] = [openLocalShop(), openLocalStripe()];
	onTestFinished(local.close);
	const [buyer, productId] = [await local.addAccount(), await local.addProduct(10)];
	const shop = openShop(local, stripe, buyer, () => undefined);
	const placing = { productId, quantity: 1, location: "Here", phone: "1", idempotencyKey: null };
	const order = await placeOrder(shop, placing);
	const secret = await startPayment(shop, 1_999, order);
	await shop.db.delete(orders).where(eq(orders.id, order));

	await sweepPayments(shop, Date.now() + hour);

	const { intents } = await stripe.readLedger();
	expect(intents.map(({ status }) => status)).toEqual(["canceled"]);
	const [row] = await shop.db.select({ status: payments.status }).from(payments);
	expect(row).toEqual({ status: "cancelled" });
	const answer = await stripe.charge(secret);
	expect(answer.status).toBe(400);
	expect((await stripe.sdk.paymentIntents.retrieve(intentIdOf(secret))).amount_received).toBe(0);
});
