import { eq } from "drizzle-orm";
import { expect, test, vi } from "vitest";
import { auditLog, payments, stockMovements } from "#worker/db/schema.ts";
import { createRefundFixture } from "../../../tests/model/refund-fixture.ts";
import { shipOrder } from "../orders/ship.ts";
import { readTimeline } from "../orders/timeline.ts";
import { refundOrder } from "./refund-order.ts";
import { restockOrder } from "./restock-order.ts";

vi.spyOn(console, "log").mockReturnValue();

/** Creates an order of four pieces that was refunded in Stripe's Dashboard. 16 more pieces are in stock. */
async function createFixture() {
	const fixture = await createRefundFixture();
	await fixture.stripe.refundInDashboard(fixture.intentId);
	await fixture.deliverWebhooks();
	return fixture;
}

test("restocks at most as many pieces as the refunded order had", async () => {
	const { adminContext, orderId, ...fixture } = await createFixture();
	expect(await fixture.getRefundable()).toMatchObject({ restockableCount: 4, remainingCents: 0 });
	const restock = (pieces: number) =>
		restockOrder(adminContext, orderId, { pieces, idempotencyKey: null });
	await expect(restock(5)).rejects.toMatchObject({
		code: "restock_too_many",
		message: "At most 4 pieces can be put back into stock",
	});
	await restock(3);
	expect(await fixture.readStock()).toBe(19);
	await expect(restock(2)).rejects.toMatchObject({
		code: "restock_too_many",
		message: "At most 1 piece can be put back into stock",
	});
	await restock(1);
	expect(await fixture.readStock()).toBe(20);
	const isRefundMovement = eq(stockMovements.reason, "refund");
	expect(await fixture.db.select().from(stockMovements).where(isRefundMovement)).toMatchObject([
		{ change: 3, orderId, userId: fixture.admin.id },
		{ change: 1, orderId },
	]);
	const isRestockEntry = eq(auditLog.action, "order-restocked");
	expect(await fixture.db.select().from(auditLog).where(isRestockEntry)).toMatchObject([
		{ subjectId: orderId, detail: "3 pieces", actor: fixture.admin.email },
		{ detail: "1 piece" },
	]);
});

test("requests with the same key restock only once, even if they are concurrent", async () => {
	const { adminContext, orderId, ...fixture } = await createFixture();
	const restock = () => restockOrder(adminContext, orderId, { pieces: 2, idempotencyKey: "form" });
	await Promise.all([restock(), restock()]);
	await restock();
	expect(await fixture.readStock()).toBe(18);
});

test("rejects other pieces with a key that was used before", async () => {
	const { adminContext, orderId, ...fixture } = await createFixture();
	const restock = (pieces: number) =>
		restockOrder(adminContext, orderId, { pieces, idempotencyKey: "form" });
	await restock(1);
	await expect(restock(2)).rejects.toMatchObject({ code: "idempotency_key_reused" });
	await restock(1);
	expect(await fixture.readStock()).toBe(17);
});

test("rejects a restock if a concurrent restock is written first", async () => {
	const { adminContext, orderId, ...fixture } = await createFixture();
	let isInjected = false;
	const racingContext = fixture.createContext(fixture.admin, async (queries) => {
		if (isInjected || !queries.some((query) => query.includes('insert into "stock_movements"')))
			return;
		isInjected = true;
		await restockOrder(adminContext, orderId, { pieces: 1, idempotencyKey: null });
	});
	await expect(
		restockOrder(racingContext, orderId, { pieces: 2, idempotencyKey: null }),
	).rejects.toMatchObject({
		code: "refund_order_changed",
		message: expect.not.stringContaining("refund again"),
	});
	expect(await fixture.readStock()).toBe(17);
});

test("rejects restocking an order that was not refunded, or whose refund restocked all pieces", async () => {
	const fixture = await createRefundFixture();
	const restock = () =>
		restockOrder(fixture.adminContext, fixture.orderId, { pieces: 1, idempotencyKey: null });
	await expect(restock()).rejects.toMatchObject({ code: "order_not_ready" });
	await fixture.refund({ restock: true });
	await expect(restock()).rejects.toMatchObject({ code: "restock_too_many" });
	expect(await fixture.readStock()).toBe(20);
});

test.each(["Stripe's Dashboard", "the shop"])(
	"restocks what comes back of a shipped order after its full refund in %s, but not before",
	async (place) => {
		const { adminContext, orderId, intentId, ...fixture } = await createRefundFixture();
		const restock = (pieces: number) =>
			restockOrder(adminContext, orderId, { pieces, idempotencyKey: null });
		await shipOrder(adminContext, orderId);
		await fixture.refund({ pieces: 1 });
		await expect(restock(1)).rejects.toMatchObject({ code: "order_not_ready" });
		if (place === "the shop") await fixture.refund();
		else await fixture.stripe.refundInDashboard(intentId);
		await fixture.deliverWebhooks();
		await restock(3);
		expect(await fixture.readStock()).toBe(19);
		await expect(restock(2)).rejects.toMatchObject({ code: "restock_too_many" });
		expect(await fixture.findOrder()).toMatchObject({ state: "shipped" });
	},
);

test("rejects restocking an order whose full refund is pending, because it could still ship", async () => {
	const { adminContext, orderId, intentId, ...fixture } = await createRefundFixture();
	await fixture.stripe.overrideBehavior(orderId, { refunds: "pending" });
	await fixture.stripe.refundInDashboard(intentId);
	await fixture.deliverWebhooks();
	expect(await fixture.getRefundable()).toMatchObject({ remainingCents: 0 });
	await expect(
		restockOrder(adminContext, orderId, { pieces: 1, idempotencyKey: null }),
	).rejects.toMatchObject({ code: "order_not_ready" });
});

test("restocks an order that cannot ship, because its payment was lost in a dispute", async () => {
	const { adminContext, orderId, intentId, ...fixture } = await createRefundFixture();
	const restock = () => restockOrder(adminContext, orderId, { pieces: 4, idempotencyKey: null });
	const disputeId = await fixture.stripe.dispute(intentId);
	await fixture.deliverWebhooks();
	await expect(restock(), "still disputed").rejects.toMatchObject({ code: "order_not_ready" });
	await fixture.stripe.advanceDispute(disputeId, "lost");
	await fixture.deliverWebhooks();
	await expect(fixture.refund()).rejects.toMatchObject({ code: "refund_nothing_left" });
	await restock();
	expect(await fixture.readStock()).toBe(20);
	await expect(restock()).rejects.toMatchObject({ code: "restock_too_many" });
});

test("restocking an order after a lost dispute cancels it, because the bank may still change its decision", async () => {
	const { adminContext, orderId, intentId, ...fixture } = await createRefundFixture();
	const restock = (pieces: number) =>
		restockOrder(adminContext, orderId, { pieces, idempotencyKey: null });
	await fixture.stripe.advanceDispute(await fixture.stripe.dispute(intentId), "lost");
	await fixture.deliverWebhooks();
	await restock(3);
	await fixture.db.update(payments).set({ hold: null });
	await expect(shipOrder(adminContext, orderId)).rejects.toMatchObject({
		code: "payment_refunded",
	});
	await restock(1);
	expect(await fixture.readStock()).toBe(20);
});

test("a refund that replaces a failed one restocks only the pieces that are not back in stock yet", async () => {
	const fixture = await createRefundFixture();
	const refundId = await fixture.stripe.refundInDashboard(fixture.intentId);
	await fixture.deliverWebhooks();
	await restockOrder(fixture.adminContext, fixture.orderId, { pieces: 3, idempotencyKey: null });
	await fixture.stripe.settleRefund(refundId, "failed");
	await fixture.deliverWebhooks();
	expect(await fixture.refund({ restock: true })).toMatchObject({ pieces: 4, restocked: 1 });
	expect(await fixture.readStock()).toBe(20);
});

test("rejects a refund with restocking if a concurrent restock is written first", async () => {
	const fixture = await createRefundFixture();
	const { adminContext, orderId } = fixture;
	const refundId = await fixture.stripe.refundInDashboard(fixture.intentId);
	await fixture.deliverWebhooks();
	await fixture.stripe.settleRefund(refundId, "failed");
	await fixture.deliverWebhooks();
	let isInjected = false;
	const racingContext = fixture.createContext(fixture.admin, async (queries) => {
		if (isInjected || !queries.some((query) => query.includes('insert into "audit_log"'))) return;
		isInjected = true;
		await restockOrder(adminContext, orderId, { pieces: 3, idempotencyKey: null });
	});
	const input = { restock: true, reason: "other", note: "", idempotencyKey: null } as const;
	await expect(refundOrder(racingContext, orderId, input)).rejects.toMatchObject({
		code: "refund_order_changed",
	});
	expect([await fixture.readStock(), await fixture.readRequests()]).toEqual([19, []]);
});

test("the timeline hides restocking from customers", async () => {
	const { adminContext, orderId, ...fixture } = await createFixture();
	await restockOrder(adminContext, orderId, { pieces: 4, idempotencyKey: null });
	const orderRow = await fixture.findOrder();
	if (!orderRow) throw new Error("The order is missing.");
	const readTexts = async (account: typeof fixture.admin) =>
		(await readTimeline(fixture.createContext(account), orderRow)).map(({ text }) => text);
	expect(await readTexts(fixture.admin)).toContain("Pieces put back into stock");
	expect(await readTexts(fixture.shopper)).not.toContain("Pieces put back into stock");
});
