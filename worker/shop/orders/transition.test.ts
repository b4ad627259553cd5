import { expect, test, vi } from "vitest";
import { orders } from "#worker/db/schema.ts";
import { createPaidFixture, createPaymentFixture } from "../../../tests/model/payment-fixture.ts";
import { advanceOrder } from "./transition.ts";

vi.spyOn(console, "log").mockReturnValue();

test("an account with the capability of a transition advances an order, once", async () => {
	const { admin, shopper, order, shopOf, findOrder } = await createPaidFixture();
	await expect(advanceOrder(shopOf(shopper), "ship", order)).rejects.toMatchObject({ status: 403 });
	await advanceOrder(shopOf(admin), "ship", order);
	expect(await findOrder()).toMatchObject({ state: "shipped" });
	await expect(advanceOrder(shopOf(admin), "ship", order)).rejects.toMatchObject({
		code: "already_shipped",
	});
});

test("an order in another state is not advanced", async () => {
	const { admin, order, shopOf } = await createPaymentFixture();
	await expect(advanceOrder(shopOf(admin), "ship", order)).rejects.toMatchObject({
		code: "order_unpaid",
	});
});

test("nobody advances an order where the transition names no capability", async () => {
	const { admin, order, shopOf, findOrder } = await createPaymentFixture();
	await expect(advanceOrder(shopOf(admin), "pay", order)).rejects.toMatchObject({
		code: "forbidden",
	});
	expect(await findOrder()).toMatchObject({ state: "unpaid" });
});

test("an order that is shipped by somebody else meanwhile is not advanced a second time", async () => {
	const { admin, order, shopOf, db } = await createPaidFixture();
	const shop = shopOf(admin, async (asked) => {
		if (asked.some((sql) => sql.startsWith('update "orders"'))) {
			await db.update(orders).set({ shippedAt: new Date(1) });
		}
	});
	await expect(advanceOrder(shop, "ship", order)).rejects.toMatchObject({
		code: "already_shipped",
	});
});
