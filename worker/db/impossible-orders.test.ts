import { getTableConfig } from "drizzle-orm/sqlite-core";
import { afterAll, expect, test } from "vitest";
import { orders, payments, refundRequests } from "#worker/db/schema.ts";
import { createLocalShop } from "../../tests/support/local-shop.ts";
import { createOrderRow } from "../../tests/support/orders.ts";

const local = createLocalShop();
afterAll(local.close);
const { db } = local;
const productId = await local.addProduct(100);

const at = new Date(1);
const paid = { paidAt: at, transactionId: "pi_1" };
const shipped = { ...paid, shippedAt: at };

type Values = Partial<typeof orders.$inferSelect>;

/** Rows that no use case should ever write, with the constraint that rejects them. */
const impossibleOrders: [constraint: string, values: Values][] = [
	["orders_quantity", { quantity: 0 }],
	["orders_quantity", { quantity: 1_000_001 }],
	["orders_paid", { paidAt: at, transactionId: null }],
	["orders_paid", { transactionId: "pi_1" }],
	["orders_cancelled", { ...paid, cancelledAt: at }],
	["orders_cancelled", { ...shipped, cancelledAt: at }],
	["orders_refunded", { refundedAt: at }],
	["orders_refunded", { ...shipped, refundedAt: at }],
	["orders_cancellation", { cancellationRequestedAt: at }],
	["orders_cancellation_declined", { ...paid, cancellationDeclinedAt: at }],
	["orders_shifted", { shippedAt: at }],
	["orders_delivered", { ...paid, deliveredAt: at }],
	["orders_carrier", { ...shipped, carrier: "UPS" }],
	["orders_tracking", { ...paid, trackingNumber: "1Z999" }],
	["orders_tracking", { ...shipped, trackingNumber: "1Z 999" }],
];

const possibleOrders: Values[] = [
	{},
	{ cancelledAt: at },
	{ ...paid, refundedAt: at, cancellationRequestedAt: at, cancellationDeclinedAt: at },
	{ ...shipped, deliveredAt: at, carrier: "UPS", trackingNumber: "1Z999" },
];

/** Drizzle's error has the statement; its cause says what failed. */
const readFailure = (work: Promise<unknown>): Promise<string> =>
	work.then(
		() => "",
		(error: unknown) => (error instanceof Error ? String(error.cause ?? error.message) : ""),
	);

test.each(impossibleOrders)("%s rejects the order %o", async (constraint, values) => {
	const inserted = db.insert(orders).values(createOrderRow({ productId, ...values }));
	expect(await readFailure(inserted)).toContain(`CHECK constraint failed: ${constraint}`);
});

test("each constraint of the table rejects one of these orders, and possible orders are accepted", async () => {
	const names = getTableConfig(orders).checks.map(({ name }) => name);
	expect(new Set(impossibleOrders.map(([name]) => name))).toEqual(new Set(names));
	for (const values of possibleOrders)
		await db.insert(orders).values(createOrderRow({ productId, ...values }));
});

test("a refund request can exceed neither the payment nor the pieces of the order", async () => {
	const row = createOrderRow({ productId, ...paid, quantity: 2 });
	await db.insert(orders).values(row);
	await db.insert(payments).values({
		id: "pi_1",
		orderId: row.id,
		amountCents: 2_500,
		receivedCents: 2_500,
		status: "paid",
		updatedAt: at,
	});
	const request = (amountCents: number, pieces: number) =>
		readFailure(
			db.insert(refundRequests).values({
				id: `${amountCents}`,
				orderId: row.id,
				paymentId: "pi_1",
				amountCents,
				pieces,
				restocked: 0,
				reason: "damaged",
				stripeKey: "key",
			}),
		);
	expect(await request(2_501, 2)).toContain("refund exceeds the payment");
	expect(await request(1_000, 3)).toContain("refund exceeds the pieces");
	expect(await request(2_500, 2)).toBe("");
	expect(await request(1, 0)).toContain("refund exceeds the payment");
});
