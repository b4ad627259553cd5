import { expect, onTestFinished, test } from "vitest";
import { createId } from "#worker/auth/tokens.ts";
import {
	dailySales,
	disputes,
	messages,
	orders,
	payments,
	productSales,
	products,
	reviews,
} from "#worker/db/schema.ts";
import { createCheckoutShop } from "../../../tests/model/checkout-shop.ts";
import { checkoutCents } from "../../../tests/model/payment-fixture.ts";
import { createLocalShop } from "../../../tests/support/local-shop.ts";
import { prepareQuote } from "../../../tests/support/quotes.ts";
import { getOverview } from "./read.ts";
import { toDayNumber } from "./sales.ts";

const now = new Date("2026-11-20T10:00:00Z");
const today = toDayNumber(now);

async function createFixture() {
	const localShop = createLocalShop();
	onTestFinished(localShop.close);
	const adminContext = localShop.createContext(await localShop.addAccount("admin"));
	return { ...localShop, readOverview: () => getOverview(adminContext, "days", now) };
}

test("adds up the daily sales of the current and the previous period", async () => {
	const { db, readOverview } = await createFixture();
	for (let daysAgo = 70; daysAgo >= -1; daysAgo -= 1)
		await db
			.insert(dailySales)
			.values({ day: today - daysAgo, orders: 1, pieces: 10, revenueCents: 100 });
	const { sales, previousSales } = await readOverview();
	const thirtyDays = { orders: 30, pieces: 300, revenueCents: 3_000 };
	expect([sales, previousSales]).toEqual([thirtyDays, thirtyDays]);
});

test("subtracts what was lost in disputes of paid orders from the revenue of the day of the dispute", async () => {
	const { db, readOverview } = await createFixture();
	const createdAt = new Date("2026-11-18T10:00:00Z");
	const payment = { orderId: "o", amountCents: 500, updatedAt: now };
	const dispute = { amountCents: 500, reason: "general", createdAt, readAt: now };
	await db.insert(dailySales).values({ day: today, orders: 1, pieces: 2, revenueCents: 2_000 });
	for (const status of ["paid", "cancelled"] as const)
		await db.insert(payments).values({ ...payment, id: status, status, hold: "dispute_lost" });
	await db.insert(disputes).values([
		{ ...dispute, id: "lost", paymentId: "paid", status: "lost" },
		{ ...dispute, id: "won", paymentId: "paid", status: "won" },
		{ ...dispute, id: "unmatched", paymentId: "cancelled", status: "lost" },
		{ ...dispute, id: "old", paymentId: "paid", status: "lost", createdAt: new Date(0) },
	]);
	const { sales, previousSales, points } = await readOverview();
	expect(sales).toEqual({ orders: 1, pieces: 2, revenueCents: 1_500 });
	expect(previousSales.revenueCents).toBe(0);
	expect(points.at(-3)).toMatchObject({ orders: 0, revenueCents: -500 });
});

test("subtracts what was lost in disputes from the revenue of each best seller", async () => {
	const { db, addProduct, addAccount, readOverview } = await createFixture();
	const [cheapId, dearId] = [await addProduct(100), await addProduct(100)];
	const { id: userId, email } = await addAccount();
	const line = { userId, email, name: "Ann", location: "Here", phone: "1", toolName: "Tool" };
	const addOrder = (productId: string, quantity: number, transactionId: string) =>
		db.insert(orders).values({
			...line,
			id: createId(),
			productId,
			quantity,
			toolPriceCents: 100,
			transactionId,
			paidAt: now,
		});
	await addOrder(cheapId, 1, "pi_lost");
	await addOrder(dearId, 2, "pi_lost");
	await addOrder(cheapId, 10, "pi_won");
	const dispute = { reason: "general", readAt: now };
	for (const [status, amountCents, receivedCents] of [
		["lost", 100, 300],
		["won", 1_000, 1_000],
	] as const) {
		const [id, hold] = [`pi_${status}`, status === "lost" ? "dispute_lost" : null] as const;
		const payment = { orderId: "o", amountCents: receivedCents, status: "paid" } as const;
		await db.insert(payments).values({ ...payment, id, receivedCents, hold, updatedAt: now });
		await db
			.insert(disputes)
			.values({ ...dispute, id: status, paymentId: id, amountCents, status });
	}
	expect((await readOverview()).bestSellers).toMatchObject([
		{ id: cheapId, pieces: 11, revenueCents: 1_067 },
		{ id: dearId, pieces: 2, revenueCents: 133 },
	]);
});

test("after refunds of one order and of a part of another, a lost dispute of the rest of the payment leaves no revenue", async () => {
	const { pay, refund, first, second, stripe, intentId, ...fixture } = await createCheckoutShop();
	await pay();
	const { amountCents } = await refund(first);
	await refund(second, { amountCents: 100, restock: false });
	const rest = { amount: checkoutCents - amountCents - 100 };
	await stripe.advanceDispute(await stripe.dispute(intentId, rest), "lost");
	await fixture.deliverWebhooks();
	const { bestSellers } = await getOverview(fixture.adminContext, "days", new Date());
	expect(bestSellers.map(({ revenueCents }) => revenueCents)).toEqual([0, 0]);
});

test("counts unanswered messages, unanswered quotes, and unrefunded payments with a problem", async () => {
	const { db, readOverview, addAccount, addProduct } = await createFixture();
	const [{ id: userId }, productId] = [await addAccount(), await addProduct(1)];
	const unanswered = { revision: 0, answeredAt: null, expiresAt: null };
	for (const values of [{}, unanswered])
		await db.batch(prepareQuote({ db }, { userId, productId, ...values }).statements);
	const message = {
		name: "Ann",
		email: "ann@example.com",
		subject: "tool" as const,
		text: "Hello",
	};
	await db.insert(messages).values([
		{ ...message, id: "new" },
		{ ...message, id: "answered", answeredAt: now },
	]);
	const payment = { orderId: "o", amountCents: 500, updatedAt: now };
	await db.insert(payments).values([
		{ ...payment, id: "pi_good" },
		{ ...payment, id: "pi_refunded", status: "refunded", problem: "Canceled", refundId: "re_1" },
	]);
	expect(await readOverview()).toMatchObject({
		newMessageCount: 1,
		newQuoteCount: 1,
		paymentProblems: 0,
	});
	await db
		.insert(payments)
		.values(["a", "b", "c"].map((id) => ({ ...payment, id, problem: "Disputed" })));
	expect(await readOverview(), "at most 2").toMatchObject({ paymentProblems: 2 });
});

test("lists the five latest reviews, the five best sellers, and five products with low stock", async () => {
	const { db, addProduct, readOverview } = await createFixture();
	const ids = [];
	for (let pieces = 0; pieces < 7; pieces += 1) {
		const productId = await addProduct(1);
		ids.push(productId);
		await db.insert(productSales).values({ productId, orders: 1, pieces, revenueCents: 100 });
		const review = {
			review: "Good.",
			ratings: "5",
			img: "",
			name: "Ann",
			email: "ann@example.com",
		};
		const createdAt = new Date(pieces);
		await db.insert(reviews).values({ ...review, id: createId(), name: `${pieces}`, createdAt });
	}
	const overview = await readOverview();
	expect(overview.bestSellers.map(({ pieces }) => pieces)).toEqual([6, 5, 4, 3, 2]);
	expect(overview.latestReviews.map(({ name }) => name)).toEqual(["6", "5", "4", "3", "2"]);
	expect(overview.lowStockProducts).toHaveLength(5);
	await db.update(products).set({ quantity: 1_000 });
	await db.update(productSales).set({ pieces: 0 });
	expect(await readOverview()).toMatchObject({ bestSellers: [], lowStockProducts: [] });
});
