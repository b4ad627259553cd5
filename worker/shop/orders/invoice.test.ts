import { eq } from "drizzle-orm";
import { expect, test, vi } from "vitest";
import { orders, products, refunds } from "#worker/db/schema.ts";
import { createCheckoutShop } from "../../../tests/model/checkout-shop.ts";
import { checkoutCents, totalCents } from "../../../tests/model/payment-fixture.ts";
import { cancelOrder } from "./cancel.ts";
import { readCheckoutPage, readCheckoutTotals } from "./checkout.ts";
import { getInvoice } from "./invoice.ts";
import { getOwnOrdersPage } from "./list.ts";

vi.spyOn(console, "log").mockReturnValue();

test("an order's invoice lists all orders of the same payment, and their refunds", async () => {
	const fixture = await createCheckoutShop();
	const { shopperContext, adminContext, first, second, third, pay, refund } = fixture;
	await expect(getInvoice(shopperContext, first)).rejects.toMatchObject({ code: "order_unpaid" });
	await pay();
	for (const viewer of [shopperContext, adminContext]) {
		for (const id of [first, second, third]) {
			const invoice = await getInvoice(viewer, id);
			expect(invoice.orders.map((order) => order.id)).toEqual([first, second, third]);
			expect(invoice).toMatchObject({ refunds: [], paidAt: expect.any(Date) });
		}
	}
	await refund(second, { pieces: 2 });
	await refund(third, { pieces: 1 });
	expect((await getInvoice(shopperContext, first)).refunds).toMatchObject([
		{ orderId: second, pieces: 2 },
		{ orderId: third, pieces: 1 },
	]);
	const stranger = fixture.createContext(await fixture.localShop.addAccount());
	await expect(getInvoice(stranger, first)).rejects.toMatchObject({ code: "forbidden" });
});

test("an invoice omits the checkout's orders that were paid separately, and their refunds", async () => {
	const { shopperContext, db, first, second, third } = await createCheckoutShop();
	await cancelOrder(shopperContext, second);
	for (const id of [first, third]) {
		const ownPayment = { paidAt: new Date(), transactionId: `pi_${id}` };
		await db.update(orders).set(ownPayment).where(eq(orders.id, id));
	}
	const listOrderIds = async (id: string) =>
		(await getInvoice(shopperContext, id)).orders.map((order) => order.id);
	expect([await listOrderIds(first), await listOrderIds(third)]).toEqual([[first], [third]]);
	const refund = { id: "re_third", paymentId: `pi_${third}`, amountCents: 1, readAt: new Date() };
	await db.insert(refunds).values({ ...refund, status: "succeeded", createdByShop: false });
	expect((await getInvoice(shopperContext, third)).refunds).toMatchObject([{ orderId: third }]);
	expect((await getInvoice(shopperContext, first)).refunds).toEqual([]);
});

test("checkout totals have the number of all, of canceled and of unpaid orders, and an amount without the canceled ones", async () => {
	const { shopperContext, db, checkoutId, second, third } = await createCheckoutShop();
	const threeTotals = { checkoutId, count: 3, canceledCount: 0, totalCents: checkoutCents };
	const readTotals = async () =>
		(await getOwnOrdersPage(shopperContext, 0)).rows.map((row) => row.checkout);
	const threeUnpaid = { ...threeTotals, unpaidCount: 3, unpaidCents: checkoutCents };
	expect(await readTotals()).toEqual([threeUnpaid, threeUnpaid, threeUnpaid]);
	expect(await readCheckoutTotals(shopperContext, [null, checkoutId, checkoutId])).toEqual([
		threeUnpaid,
	]);
	await cancelOrder(shopperContext, second);
	const remainingCents = checkoutCents - 5_997;
	const twoTotals = { ...threeTotals, canceledCount: 1, totalCents: remainingCents };
	const twoUnpaid = { ...twoTotals, unpaidCount: 2, unpaidCents: remainingCents };
	expect(await readTotals()).toEqual([twoUnpaid, twoUnpaid]);
	expect(await readCheckoutTotals(shopperContext, [null])).toEqual([]);
	const refundedOrder = { transactionId: "pi_1", paidAt: new Date(), refundedAt: new Date() };
	await db.update(orders).set(refundedOrder).where(eq(orders.id, third));
	expect(await readCheckoutTotals(shopperContext, [checkoutId])).toMatchObject([
		{ count: 3, canceledCount: 2, totalCents },
	]);
});

test("the checkout page shows pictures only of tools that are still sold", async () => {
	const { shopperContext, db, checkoutId, first, second, third } = await createCheckoutShop();
	const placedOrders = await db.select().from(orders).orderBy(orders.createdAt);
	for (const { id, productId } of placedOrders)
		await db
			.update(products)
			.set({ img: `/pictures/${id}.webp`, deletedAt: id === second ? new Date() : null })
			.where(eq(products.id, productId));
	const page = await readCheckoutPage(shopperContext, checkoutId);
	expect(page.orders.map(({ img }) => img)).toEqual([
		`/pictures/${first}.webp`,
		null,
		`/pictures/${third}.webp`,
	]);
});
