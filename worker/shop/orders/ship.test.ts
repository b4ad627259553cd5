import { expect, test, vi } from "vitest";
import { auditLog, orderMails, payments } from "#worker/db/schema.ts";
import { createPaidFixture } from "../../../tests/model/payment-fixture.ts";
import { simulateOutage } from "../../../tests/support/outage.ts";
import { runBulkAction } from "../bulk.ts";
import { shipOrder } from "./ship.ts";

vi.spyOn(console, "log").mockReturnValue();
vi.spyOn(console, "error").mockReturnValue();

test("a bulk action counts an order as shipped even if D1's response to its write is lost", async () => {
	const fixture = await createPaidFixture();
	const outage = simulateOutage({ skipRoundTrips: 1, failRoundTrips: 1, failAfterCommit: true });
	const shop = fixture.createContext(fixture.admin, undefined, outage.watch);
	const outcome = await runBulkAction(shop, "shipOrder", [fixture.order]);
	expect(outcome).toEqual({ done: 1, errors: [] });
	expect(await fixture.db.$count(orderMails)).toBe(2);
	expect(await shipOrder(fixture.createContext(fixture.admin), fixture.order)).toBe(0);
});

test("does not ship an order whose payment is disputed, and writes no audit entry", async () => {
	const fixture = await createPaidFixture();
	await fixture.db.update(payments).set({ hold: "disputed" });
	await expect(
		shipOrder(fixture.createContext(fixture.admin), fixture.order),
	).rejects.toMatchObject({
		status: 409,
	});
	expect(await fixture.findOrder()).toMatchObject({ state: "paid", shippedAt: null });
	expect(await fixture.db.$count(auditLog)).toBe(0);
});

test("fails with a retryable error if the dispute that blocked the shipment ends during the call, and ships when called again", async () => {
	const fixture = await createPaidFixture();
	await fixture.db.update(payments).set({ hold: "disputed" });
	let reads = 0;
	const shop = fixture.createContext(fixture.admin, async (queries) => {
		const isRead = queries.every((query) => query.startsWith("select"));
		if (isRead && ++reads === 2) await fixture.db.update(payments).set({ hold: null });
	});
	await expect(shipOrder(shop, fixture.order)).rejects.toMatchObject({ code: "unavailable" });
	expect(await fixture.findOrder()).toMatchObject({ state: "paid" });
	expect(await shipOrder(fixture.createContext(fixture.admin), fixture.order)).toBe(1);
});
