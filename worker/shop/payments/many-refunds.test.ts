import { eq, sql } from "drizzle-orm";
import fc from "fast-check";
import { expect, test, vi } from "vitest";
import { orders, paymentOrders, payments, refundRequests, refunds } from "#worker/db/schema.ts";
import { createCheckoutShop } from "../../../tests/model/checkout-shop.ts";

vi.spyOn(console, "error").mockReturnValue();
vi.spyOn(console, "log").mockReturnValue();

type Shop = Awaited<ReturnType<typeof createCheckoutShop>>;

/** Starts over, with other order totals. */
async function setOrderTotals({ db, intentId, orderIds }: Shop, totals: number[]) {
	await db.delete(refunds);
	await db.delete(refundRequests);
	for (const [index, orderId] of orderIds.entries()) {
		const amountCents = totals[index] ?? 0;
		await db
			.update(orders)
			.set({ quantity: 1, toolPriceCents: amountCents })
			.where(eq(orders.id, orderId));
		await db.update(paymentOrders).set({ amountCents }).where(eq(paymentOrders.orderId, orderId));
	}
	const receivedCents = totals.reduce((sum, cents) => sum + cents, 0);
	await db.update(payments).set({ receivedCents }).where(eq(payments.id, intentId));
}

/** @param orderId - of the order that the shop refunds; null for a refund in Stripe's Dashboard */
async function addRefund(
	{ db, intentId: paymentId }: Shop,
	{ id, ...refund }: { id: string; amountCents: number; createdAt: Date },
	orderId: string | null,
) {
	if (orderId !== null) {
		await db.insert(refundRequests).values({
			id,
			orderId,
			paymentId,
			amountCents: refund.amountCents,
			pieces: 0,
			restocked: 0,
			reason: "goodwill",
			stripeKey: id,
			status: "sent",
		});
	}
	await db.insert(refunds).values({
		...refund,
		id,
		paymentId,
		status: "succeeded",
		requestId: orderId === null ? null : id,
		createdByShop: orderId !== null,
		readAt: new Date(),
	});
}

/** The refunded amount of each order, and its smallest share of a refund. */
async function readRefundedAmounts({ db, orderIds }: Shop) {
	const rows = await db.all<{ orderId: string; cents: number; smallest: number }>(
		sql`select order_id as orderId, sum(amount_cents) as cents, min(amount_cents) as smallest from refund_shares group by 1`,
	);
	expect(rows.filter(({ smallest }) => smallest < 0)).toEqual([]);
	return orderIds.map((id) => rows.find(({ orderId }) => orderId === id)?.cents ?? 0);
}

const sum = (amounts: number[]) => amounts.reduce((total, cents) => total + cents, 0);

const amount = fc.oneof(fc.integer({ min: 1, max: 9 }), fc.integer({ min: 1, max: 30_000 }));
const plannedRefund = fc.record({
	amountCents: amount,
	/** Refunds with the same time are sorted by their ids, and Stripe's ids are random. */
	day: fc.nat(1),
	/** The order that the shop refunds; null for a refund in Stripe's Dashboard. */
	orderIndex: fc.option(fc.nat(2), { freq: 1 }),
});
type PlannedRefund = typeof plannedRefund extends fc.Arbitrary<infer Value> ? Value : never;

/** @returns the refunded amounts of the orders after each refund */
async function refundAll(shop: Shop, totals: number[], plan: PlannedRefund[]) {
	await setOrderTotals(shop, totals);
	const requested = totals.map(() => 0);
	const steps: number[][] = [];
	let refundedCents = 0;
	const rest: PlannedRefund = { amountCents: sum(totals), day: 0, orderIndex: null };
	for (const [index, { orderIndex, day, ...planned }] of [...plan, rest].entries()) {
		const orderCents =
			orderIndex === null ? sum(totals) : (totals[orderIndex] ?? 0) - (requested[orderIndex] ?? 0);
		const amountCents = Math.min(planned.amountCents, orderCents, sum(totals) - refundedCents);
		if (amountCents === 0) continue;
		refundedCents += amountCents;
		if (orderIndex !== null) requested[orderIndex] = (requested[orderIndex] ?? 0) + amountCents;
		const id = `re_${(index * 7) % 13}_${index}`;
		const createdAt = new Date(day * 86_400_000);
		const orderId = orderIndex === null ? null : (shop.orderIds[orderIndex] ?? "");
		await addRefund(shop, { id, amountCents, createdAt }, orderId);
		const amounts = await readRefundedAmounts(shop);
		expect(sum(amounts)).toBe(refundedCents);
		const dashboardCents = refundedCents - sum(requested);
		for (const [order, cents] of amounts.entries()) {
			const [total = 0, requestedCents = 0] = [totals[order], requested[order]];
			expect(cents).toBeLessThanOrEqual(total);
			const proportion = (total - requestedCents) / Math.max(1, sum(totals) - sum(requested));
			const exactCents = requestedCents + dashboardCents * proportion;
			expect(Math.abs(cents - exactCents)).toBeLessThan(1);
			if (orderIndex === null) expect(cents).toBeGreaterThanOrEqual(steps.at(-1)?.[order] ?? 0);
		}
		steps.push(amounts);
	}
	expect(steps.at(-1)).toEqual(totals);
	return steps;
}

test("many refunds never exceed an order's total, and none reduces its refunded amount", async () => {
	const shop = await createCheckoutShop();
	await shop.pay();
	const check = fc.asyncProperty(
		fc.tuple(amount, amount, amount),
		fc.array(plannedRefund, { minLength: 2, maxLength: 12 }),
		async (totals, plan) => void (await refundAll(shop, totals, plan)),
	);
	await fc.assert(check, { numRuns: 300 });
});

test.each(["refund_shares", "payment_refund_shares"])(
	"%s divides each refund of a payment once, even if the payment is for 200 orders",
	async (view) => {
		const { db } = await createCheckoutShop();
		const readSteps = async (condition: string) => {
			const steps = await db.all<{ parent: number; detail: string }>(
				sql.raw(`explain query plan select * from ${view} where ${condition}`),
			);
			return steps.filter(({ parent }) => parent === 0).map(({ detail }) => detail);
		};
		expect(await readSteps("payment_id = 'pi'")).toEqual([
			expect.stringContaining("SEARCH refunds USING INDEX refunds_payment (payment_id=?)"),
			expect.stringContaining("SEARCH refund_requests"),
			expect.stringContaining("SCAN share VIRTUAL TABLE"),
			expect.stringContaining("CORRELATED SCALAR SUBQUERY"),
			expect.stringContaining("SEARCH orders USING INDEX sqlite_autoindex_orders_1 (id=?)"),
		]);
		expect(await readSteps("order_id = 'o'")).toEqual([
			expect.stringContaining("SEARCH orders USING INDEX sqlite_autoindex_orders_1 (id=?)"),
			expect.stringContaining("SEARCH refunds USING INDEX refunds_payment (payment_id=?)"),
			expect.stringContaining("SEARCH refund_requests"),
			expect.stringContaining("SCAN share VIRTUAL TABLE"),
			expect.stringContaining("CORRELATED SCALAR SUBQUERY"),
		]);
	},
);
