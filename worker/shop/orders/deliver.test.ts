import { expect, test, vi } from "vitest";
import { auditLog, orderEmails, orders } from "#worker/db/schema.ts";
import { createPaidFixture } from "../../../tests/model/payment-fixture.ts";
import { simulateOutage } from "../../../tests/support/outage.ts";
import { deliverOrder } from "./deliver.ts";
import { shipOrder } from "./ship.ts";

vi.spyOn(console, "log").mockReturnValue();
vi.spyOn(console, "error").mockReturnValue();

async function createShippedFixture() {
	const fixture = await createPaidFixture();
	await shipOrder(fixture.createContext(fixture.admin), fixture.orderId);
	await fixture.db.delete(auditLog);
	return fixture;
}

test("a customer can mark a shipped order as received, without an audit entry", async () => {
	const { shopper, admin, orderId, createContext, findOrder, db } = await createPaidFixture();
	const shop = createContext(shopper);
	await expect(deliverOrder(shop, orderId)).rejects.toMatchObject({ code: "order_not_shipped" });
	await shipOrder(createContext(admin), orderId);
	await db.delete(auditLog);
	expect(await deliverOrder(shop, orderId)).toBe(1);
	const emailCount = await db.$count(orderEmails);
	expect(await findOrder()).toMatchObject({ state: "delivered", deliveredAt: expect.any(Date) });
	expect(await deliverOrder(shop, orderId), "marked again").toBe(0);
	expect([await db.$count(auditLog), await db.$count(orderEmails)]).toEqual([0, emailCount]);
});

test("an admin who marks an order as received adds one audit entry, even if D1's response is lost", async () => {
	const { admin, orderId, createContext, db } = await createShippedFixture();
	const outage = simulateOutage({ skipRoundTrips: 1, failRoundTrips: 1, failAfterCommit: true });
	expect(await deliverOrder(createContext(admin, undefined, outage.beforeQuery), orderId)).toBe(1);
	expect(await db.select({ action: auditLog.action }).from(auditLog)).toEqual([
		{ action: "order-delivered" },
	]);
});

test("marks an order as received once if the customer and an admin do it at the same time", async () => {
	const { admin, shopper, orderId, createContext, db } = await createShippedFixture();
	const racingContext = createContext(admin, async (queries) => {
		if (queries.some((sql) => sql.startsWith('update "orders"'))) {
			await deliverOrder(createContext(shopper), orderId);
		}
	});
	expect(await deliverOrder(racingContext, orderId)).toBe(0);
	expect(await db.$count(auditLog)).toBe(0);
});

test("the database rejects an order that is received but not shipped", async () => {
	const { db } = await createPaidFixture();
	await expect(db.update(orders).set({ deliveredAt: new Date() })).rejects.toThrow();
});
