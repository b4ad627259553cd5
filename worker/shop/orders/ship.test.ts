import { eq, notInArray } from "drizzle-orm";
import { expect, test, vi } from "vitest";
import { unpaidEmailKinds } from "#contract/order-emails.ts";
import { auditLog, orderEmails, orders, payments, refundRequests } from "#worker/db/schema.ts";
import { createPaidFixture } from "../../../tests/model/payment-fixture.ts";
import { simulateOutage } from "../../../tests/support/outage.ts";
import { runBulkAction } from "../bulk-actions.ts";
import type { ShopContext } from "../context.ts";
import { saveShipment, setTracking, shipOrder } from "./ship.ts";
import { shipMany } from "./ship-many.ts";
import { readShipmentLine } from "./shipment-lines.ts";

const isPaidOrderEmail = notInArray(orderEmails.kind, unpaidEmailKinds);

vi.spyOn(console, "log").mockReturnValue();
vi.spyOn(console, "error").mockReturnValue();

test("a bulk action counts an order as shipped even if D1's response to its write is lost", async () => {
	const fixture = await createPaidFixture();
	const outage = simulateOutage({ skipRoundTrips: 1, failRoundTrips: 1, failAfterCommit: true });
	const adminContext = fixture.createContext(fixture.admin, undefined, outage.beforeQuery);
	const outcome = await runBulkAction(adminContext, "shipOrder", [fixture.orderId]);
	expect(outcome).toEqual({ doneCount: 1, errorCodes: [] });
	expect(await fixture.db.$count(orderEmails, isPaidOrderEmail)).toBe(2);
	expect(await shipOrder(fixture.createContext(fixture.admin), fixture.orderId)).toBe(0);
});

test("rejects shipping an order whose payment is disputed", async () => {
	const fixture = await createPaidFixture();
	await fixture.db.update(payments).set({ hold: "disputed" });
	await expect(
		shipOrder(fixture.createContext(fixture.admin), fixture.orderId),
	).rejects.toMatchObject({
		status: 409,
	});
	expect(await fixture.findOrder()).toMatchObject({ state: "paid", shippedAt: null });
	expect(await fixture.db.$count(auditLog)).toBe(0);
});

test("fails with a retryable error if the dispute that blocked the shipment ends during the call", async () => {
	const fixture = await createPaidFixture();
	await fixture.db.update(payments).set({ hold: "disputed" });
	let reads = 0;
	const racingContext = fixture.createContext(fixture.admin, async (queries) => {
		const isRead = queries.every((query) => query.startsWith("select"));
		if (isRead && ++reads === 2) await fixture.db.update(payments).set({ hold: null });
	});
	await expect(shipOrder(racingContext, fixture.orderId)).rejects.toMatchObject({
		code: "unavailable",
	});
	expect(await fixture.findOrder()).toMatchObject({ state: "paid" });
	expect(await shipOrder(fixture.createContext(fixture.admin), fixture.orderId)).toBe(1);
});

const ups = { carrier: "ups", trackingNumber: "1Z999AA10123456784" };
const withoutCarrier = { carrier: "", trackingNumber: "7712" };

test("ships an order with a tracking number, and writes the number to the audit log", async () => {
	const { admin, orderId, createContext, findOrder, db } = await createPaidFixture();
	await saveShipment(createContext(admin), orderId, ups);
	expect(await findOrder()).toMatchObject({ state: "shipped", ...ups, carrier: "UPS" });
	expect(await db.select({ detail: auditLog.detail }).from(auditLog)).toEqual([
		{ detail: "4 pieces, UPS 1Z999AA10123456784" },
	]);
	expect(await db.$count(orderEmails, isPaidOrderEmail), "receipt and shipped").toBe(2);
});

test.each([
	[1, "3 pieces"],
	[3, "1 piece"],
])(
	"the audit log counts only the shipped pieces: %d of 4 refunded before shipping, %s",
	async (pieces, detail) => {
		for (const ship of [
			(adminContext: ShopContext, orderId: string) => shipOrder(adminContext, orderId),
			(adminContext: ShopContext, orderId: string) =>
				shipMany(adminContext, [readShipmentLine(1, orderId, "", "")]),
		]) {
			const { admin, orderId, intentId, createContext, db } = await createPaidFixture();
			await db.insert(refundRequests).values({
				id: "r1",
				orderId,
				paymentId: intentId,
				amountCents: 1,
				pieces,
				restocked: 0,
				reason: "other",
				stripeKey: "k1",
			});
			await ship(createContext(admin), orderId);
			expect(await db.select({ detail: auditLog.detail }).from(auditLog)).toEqual([{ detail }]);
		}
	},
);

test("emails a tracking number each time it changes, but not when it is removed", async () => {
	const { admin, orderId, createContext, findOrder, db } = await createPaidFixture();
	const adminContext = createContext(admin);
	const findEmail = () =>
		db.select().from(orderEmails).where(eq(orderEmails.kind, "tracking")).get();
	await expect(setTracking(adminContext, orderId, ups)).rejects.toMatchObject({
		code: "order_not_shipped",
	});
	await shipOrder(adminContext, orderId);
	await setTracking(adminContext, orderId, ups);
	expect(await findEmail()).toMatchObject({ sentAt: null, tries: 0 });
	const sent = { sentAt: new Date(1), nextTryAt: null, tries: 1 };
	await db.update(orderEmails).set(sent);
	await setTracking(adminContext, orderId, ups);
	expect(await findEmail(), "the same number").toMatchObject(sent);
	await setTracking(adminContext, orderId, withoutCarrier);
	expect(await findEmail()).toMatchObject({ sentAt: null, tries: 0 });
	await db.update(orderEmails).set(sent);
	await setTracking(adminContext, orderId, { carrier: "", trackingNumber: "" });
	expect(await findEmail()).toMatchObject(sent);
	expect(await findOrder()).toMatchObject({ carrier: null, trackingNumber: null });
	const entries = await db
		.select({ detail: auditLog.detail })
		.from(auditLog)
		.where(eq(auditLog.action, "order-tracked"));
	expect(entries.map(({ detail }) => detail).sort()).toEqual([
		"7712 → none",
		"UPS 1Z999AA10123456784 → 7712",
		"none → UPS 1Z999AA10123456784",
	]);
});

test("saves and emails a correction once if D1's response is lost", async () => {
	const { admin, orderId, createContext, db } = await createPaidFixture();
	await shipOrder(createContext(admin), orderId);
	const outage = simulateOutage({ skipRoundTrips: 1, failRoundTrips: 1, failAfterCommit: true });
	await setTracking(createContext(admin, undefined, outage.beforeQuery), orderId, ups);
	await setTracking(createContext(admin), orderId, ups);
	expect(await db.$count(auditLog, eq(auditLog.action, "order-tracked"))).toBe(1);
	expect(await db.$count(orderEmails, eq(orderEmails.kind, "tracking"))).toBe(1);
});

test("keeps the first tracking number if two admins ship an order at the same time", async () => {
	const { admin, orderId, createContext, findOrder, db } = await createPaidFixture();
	const isUpdate = (queries: string[]) => queries.some((sql) => sql.startsWith('update "orders"'));
	let hasRaced = false;
	const racingContext = createContext(admin, async (queries) => {
		if (hasRaced || !isUpdate(queries)) return;
		hasRaced = true;
		await shipOrder(createContext(admin), orderId, ups);
	});
	expect(await shipOrder(racingContext, orderId, withoutCarrier)).toBe(0);
	expect(await findOrder()).toMatchObject({ carrier: "UPS" });
	expect(await db.$count(auditLog)).toBe(1);
});

test("keeps the tracking number if a later request does not have one", async () => {
	const { admin, orderId, createContext } = await createPaidFixture();
	await saveShipment(createContext(admin), orderId, ups);
	expect(await saveShipment(createContext(admin), orderId, null)).toMatchObject({ carrier: "UPS" });
});

test("the database rejects a tracking number before shipping, a carrier without a number, and an invalid number", async () => {
	const { db, createContext, admin, orderId } = await createPaidFixture();
	const set = (values: Partial<typeof orders.$inferInsert>) => db.update(orders).set(values);
	await expect(set({ trackingNumber: "7712" })).rejects.toThrow();
	await shipOrder(createContext(admin), orderId);
	for (const values of [
		{ carrier: "UPS" },
		{ trackingNumber: "" },
		{ trackingNumber: "1 2" },
		{ trackingNumber: "1\n2" },
		{ trackingNumber: "x".repeat(65) },
	]) {
		await expect(set(values), JSON.stringify(values)).rejects.toThrow();
	}
	await set({ trackingNumber: "7712" });
});
