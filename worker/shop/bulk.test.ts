import { expect, test, vi } from "vitest";
import { orders } from "#worker/db/schema.ts";
import { priceCents, setPaymentScene, withEnv } from "../../tests/model/payment-scene.ts";
import { runBulkAction } from "./bulk.ts";
import { placeOrder } from "./orders/place.ts";
import { startPayment } from "./payments/start.ts";

vi.spyOn(console, "error").mockReturnValue();

test("deleting several orders while Stripe is away asks it about one, and refuses the rest at once", async () => {
	const scene = await setPaymentScene();
	const shop = scene.shopOf(scene.shopper);
	const { productId, order } = scene;
	const placing = { productId, quantity: 4, location: "Here", phone: "1", idempotencyKey: null };
	const ids = [order, await placeOrder(shop, placing), await placeOrder(shop, placing)];
	for (const id of ids) await startPayment(shop, priceCents, id);
	let calls = 0;
	const away: Fetcher = {
		connect: () => {
			throw new Error("no sockets here");
		},
		fetch: async () => {
			calls += 1;
			throw new TypeError("connection refused");
		},
	};
	const admin = withEnv(scene.shopOf(scene.admin), { SANDBOX: away });
	const outcome = await runBulkAction(admin, "cancelOrder", ids);
	expect(outcome).toEqual({ done: 0, errors: ids.map(() => "payment_unavailable") });
	expect(calls, "the SDK tries twice").toBe(2);
	expect(await scene.db.$count(orders)).toBe(3);
});
