import { expect, onTestFinished, test } from "vitest";
import { paymentProblemsMax } from "#contract/limits.ts";
import { orders, payments } from "#worker/db/schema.ts";
import { createLocalShop } from "../../../tests/support/local-shop.ts";
import { placeOrder } from "../orders/place.ts";
import { findOrder } from "../orders/read.ts";
import { getOrderPayment, getPaymentProblems } from "./read.ts";

test("an order shows only the hold of its own payment", async () => {
	const localShop = createLocalShop();
	onTestFinished(localShop.close);
	const { db } = localShop;
	const shopper = await localShop.addAccount();
	const shopperContext = localShop.createContext(shopper);
	const orderId = await placeOrder(shopperContext, {
		productId: await localShop.addProduct(9),
		quantity: 1,
		location: "Here",
		phone: "1",
		idempotencyKey: null,
	});
	const payment = {
		orderId,
		amountCents: 1_999,
		status: "paid",
		updatedAt: new Date(),
	} as const;
	await db.insert(payments).values([
		{ ...payment, id: "pi_a", hold: "disputed" },
		{ ...payment, id: "pi_b" },
	]);
	await db.update(orders).set({ paidAt: new Date(), transactionId: "pi_b" });
	const order = await findOrder(shopperContext, orderId);
	expect(order && (await getOrderPayment(shopperContext, order))).toMatchObject({ hold: null });
});

test("lists only the newest problems of each kind", async () => {
	const localShop = createLocalShop();
	onTestFinished(localShop.close);
	const { db } = localShop;
	const kinds = [
		{ kind: "open", problem: "look at it" },
		{ kind: "held", status: "paid", hold: "refunded" },
		{ kind: "refunded", status: "refunded", refundId: "re_1", problem: "sold out" },
	] as const;
	const rows = kinds.flatMap(({ kind, ...columns }) =>
		Array.from({ length: paymentProblemsMax + 1 }, (_, age) => ({
			...columns,
			id: `pi_${kind}_${age}`,
			orderId: "order",
			amountCents: 100,
			updatedAt: new Date(1_000_000 - age),
		})),
	);
	await db.insert(payments).values(rows);
	const problems = await getPaymentProblems(
		localShop.createContext(await localShop.addAccount("admin")),
	);
	for (const [kind, listed] of Object.entries(problems)) {
		expect(listed.map(({ id }) => id)).toEqual(
			Array.from({ length: paymentProblemsMax }, (_, age) => `pi_${kind}_${age}`),
		);
	}
});
