import { eq, sql } from "drizzle-orm";
import fc from "fast-check";
import { expect, test, vi } from "vitest";
import {
	orders,
	paymentOrders,
	payments,
	refundRequests,
	refundShares,
	refunds,
} from "#worker/db/schema.ts";
import { findOutdatedDerivedTables } from "../../../scripts/backup/derived-tables.ts";
import { createCheckoutShop } from "../../../tests/model/checkout-shop.ts";

vi.spyOn(console, "error").mockReturnValue();
vi.spyOn(console, "log").mockReturnValue();

const plannedRefund = fc.record({
	orderIndex: fc.nat(2),
	/** Whether the refund is of a payment that did not pay for the order. */
	isOfOtherPayment: fc.constantFrom(false, false, true),
	// Several refunds of whole pieces can add up to exactly what is left to refund.
	amountCents: fc.oneof(
		fc.integer({ min: 1, max: 20_000 }),
		fc.integer({ min: 1, max: 7 }).map((pieces) => pieces * 1_999),
	),
	status: fc.constantFrom("pending", "succeeded", "failed", "canceled"),
	/** Refunds with the same time are sorted by their ids. */
	createdAt: fc.nat(1).map((day) => new Date(day * 86_400_000)),
	/** Null for refunds in Stripe's Dashboard. */
	request: fc.option(
		fc.record({
			amountCents: fc.constantFrom(500, 1_999, 3_998),
			pieces: fc.nat(2),
			reason: fc.constantFrom("requested", "unused"),
			isSent: fc.boolean(),
		}),
		{ freq: 2 },
	),
});

type PlannedRefund = typeof plannedRefund extends fc.Arbitrary<infer Value> ? Value : never;

const dashboardRefund: PlannedRefund = {
	orderIndex: 2,
	isOfOtherPayment: false,
	amountCents: 3_998,
	status: "succeeded",
	createdAt: new Date(0),
	request: null,
};
const sentRequest: NonNullable<PlannedRefund["request"]> = {
	amountCents: 3_998,
	pieces: 2,
	reason: "requested",
	isSent: true,
};

const failedStatuses = ["failed", "canceled"];

/** Random refunds seldom reach these limits. */
const examples: [PlannedRefund[]][] = [
	// The second refund is exactly what is left of the two orders of the payment, which have 7 pieces.
	[
		[
			{ ...dashboardRefund, orderIndex: 0, amountCents: 1_999, request: sentRequest },
			{ ...dashboardRefund, orderIndex: 0, amountCents: 6 * 1_999 },
		],
	],
	// Nothing is left of the order, and the last refund counts toward an unused share.
	[
		[
			{ ...dashboardRefund, request: sentRequest },
			{ ...dashboardRefund, request: { ...sentRequest, reason: "unused", isSent: false } },
			dashboardRefund,
		],
	],
];

type StoredRefund = {
	refund: Omit<PlannedRefund, "orderIndex" | "isOfOtherPayment" | "request"> & { id: string };
	request: PlannedRefund["request"];
	orderId: string;
	paymentId: string;
};

const sum = (amounts: number[]) => amounts.reduce((total, cents) => total + cents, 0);
const sumRefunds = (rows: StoredRefund[]) => sum(rows.map(({ refund }) => refund.amountCents));

/** Divides an amount in proportion to the weights. Each part is rounded from what the parts before it leave. */
function divide(cents: number, weights: number[]) {
	let [centsLeft, weightLeft] = [cents, sum(weights)];
	return weights.map((weight) => {
		const part = weight === 0 ? 0 : Math.round((centsLeft * weight) / weightLeft);
		centsLeft -= part;
		weightLeft -= weight;
		return part;
	});
}

/** @param paidOrders - the orders that the payment paid, oldest first */
function listExpectedShares(rows: StoredRefund[], paidOrders: { id: string; total: number }[]) {
	const sentRows = rows.filter(({ request }) => request?.isSent !== false);
	const activeRows = sentRows.filter(({ refund }) => !failedStatuses.includes(refund.status));
	const unusedCents = sum(
		rows.map(({ request }) => (request?.reason === "unused" ? request.amountCents : 0)),
	);
	const refundedUnusedCents = sumRefunds(
		activeRows.filter(({ request }) => request?.reason === "unused"),
	);
	const rests = paidOrders.map(({ id, total }) => {
		const ownRows = activeRows.filter(({ request, orderId }) => request && orderId === id);
		return Math.max(0, total - sumRefunds(ownRows));
	});
	const getKey = ({ createdAt, id }: StoredRefund["refund"]) => `${createdAt.getTime()} ${id}`;
	return sentRows.flatMap(({ refund, request, ...row }) => {
		if (request) {
			const isPaid = paidOrders.some(({ id }) => id === row.orderId);
			return isPaid ? [[refund.id, row.orderId, refund.amountCents, request.pieces]] : [];
		}
		const earlierRows = activeRows.filter(
			(earlier) => !earlier.request && getKey(earlier.refund) < getKey(refund),
		);
		const before = sumRefunds(earlierRows) - unusedCents + refundedUnusedCents;
		const after = before + refund.amountCents;
		const weights = after > sum(rests) ? paidOrders.map(({ total }) => total) : rests;
		const partsBefore = divide(Math.max(0, before), weights);
		return divide(Math.max(0, after), weights).map((part, index) => [
			refund.id,
			paidOrders[index]?.id,
			part - (partsBefore[index] ?? 0),
			0,
		]);
	});
}

test("refund_shares divides the refunds of each payment among its orders, whatever was refunded", async () => {
	const { db, pay, orderIds, intentId, third } = await createCheckoutShop();
	await pay();
	await db.insert(payments).values({
		id: "pi_other",
		orderId: third,
		amountCents: 20_000,
		receivedCents: 20_000,
		status: "paid",
		updatedAt: new Date(),
	});
	const shares = orderIds.map((orderId) => ({
		paymentId: "pi_other",
		orderId,
		amountCents: 3_998,
	}));
	await db.insert(paymentOrders).values(shares).onConflictDoNothing();
	// The first payment has paid for two orders, and the other one for the third.
	await db.update(orders).set({ transactionId: "pi_other" }).where(eq(orders.id, third));
	const paidOrders = await db
		.select({
			id: orders.id,
			paymentId: sql<string>`${orders.transactionId}`,
			total: sql<number>`${orders.quantity} * ${orders.toolPriceCents}`,
		})
		.from(orders)
		.orderBy(sql`rowid`);
	const check = fc.asyncProperty(
		fc.array(plannedRefund, { minLength: 1, maxLength: 6 }),
		async (plan) => {
			await db.delete(refunds);
			await db.delete(refundRequests);
			const rows = plan.map(({ orderIndex, isOfOtherPayment, request, ...refund }, index) => ({
				refund: { ...refund, id: `re_${index}` },
				request,
				orderId: orderIds[orderIndex] ?? "",
				paymentId: (orderIndex === 2) === isOfOtherPayment ? intentId : "pi_other",
			}));
			for (const { refund, request, ...ids } of rows) {
				if (!request) continue;
				const { isSent: _, ...values } = request;
				await db.insert(refundRequests).values({
					...ids,
					...values,
					id: refund.id,
					restocked: 0,
					stripeKey: refund.id,
					// The database limits the sum of waiting and sent requests, but the views do not read their status.
					status: "failed",
				});
			}
			for (const { refund, request, paymentId } of rows) {
				if (request?.isSent === false) continue;
				const requestId = request && refund.id;
				await db.insert(refunds).values({
					...refund,
					paymentId,
					requestId,
					createdByShop: request !== null,
					readAt: new Date(),
				});
			}
			const expectedShares = [intentId, "pi_other"].flatMap((paymentId) =>
				listExpectedShares(
					rows.filter((row) => row.paymentId === paymentId),
					paidOrders.filter((order) => order.paymentId === paymentId),
				),
			);
			const { refundId, orderId, amountCents, pieces } = refundShares;
			const shares = await db
				.select({ refundId, orderId, amountCents, pieces })
				.from(refundShares)
				.orderBy(refundId, orderId);
			expect(shares.map((share) => Object.values(share))).toEqual(expectedShares.sort());
		},
	);
	await fc.assert(check, { numRuns: 500, examples });
});

test.each([
	["amount", { amountCents: 1_998 }],
	["time", { createdAt: new Date(86_400_000) }],
	["status", { status: "failed" }],
	["request", { requestId: "request" }],
] as const)("the sums of sales follow a change of a refund's %s", async (_, values) => {
	const { db, pay, intentId, second, localShop } = await createCheckoutShop();
	await pay();
	await db.insert(refundRequests).values({
		id: "request",
		orderId: second,
		paymentId: intentId,
		amountCents: 3_998,
		pieces: 2,
		restocked: 0,
		stripeKey: "key",
		reason: "requested",
		status: "failed",
	});
	await db.insert(refunds).values({
		id: "re",
		paymentId: intentId,
		amountCents: 3_998,
		status: "succeeded",
		createdAt: new Date(0),
		createdByShop: false,
		readAt: new Date(),
	});
	await db.update(refunds).set(values);
	expect(await findOutdatedDerivedTables(localShop.d1)).toEqual([]);
});
