import { expect, onTestFinished, test, vi } from "vitest";
import { auditLog, orderEmails } from "#worker/db/schema.ts";
import { createPaidFixture } from "../../../tests/model/payment-fixture.ts";
import { refundOrder } from "../payments/refund-order.ts";
import {
	declineCancellation,
	hasOpenCancellationRequest,
	requestCancellation,
} from "./cancellation.ts";
import { requireOrder } from "./read.ts";
import { shipOrder } from "./ship.ts";

vi.spyOn(console, "log").mockReturnValue();

async function createFixture() {
	const fixture = await createPaidFixture();
	onTestFinished(fixture.local.close);
	const { order, db } = fixture;
	const [customer, admin] = [
		fixture.createContext(fixture.shopper),
		fixture.createContext(fixture.admin),
	];
	return {
		...fixture,
		admin,
		ask: () => requestCancellation(customer, order),
		decline: () => declineCancellation(admin, order),
		isOpen: async () => hasOpenCancellationRequest(await requireOrder(admin, order)),
		ship: () => shipOrder(admin, order),
		emails: async () => (await db.select().from(orderEmails)).map(({ kind }) => kind),
	};
}

test("a customer can request a cancellation once, and an admin can decline it once, with an email", async () => {
	const fixture = await createFixture();
	await expect(fixture.decline()).rejects.toMatchObject({ code: "cancellation_not_requested" });
	expect([await fixture.ask(), await fixture.ask(), await fixture.isOpen()]).toEqual([1, 0, true]);
	const results = await Promise.all([fixture.decline(), fixture.decline()]);
	expect([results.sort(), await fixture.decline(), await fixture.isOpen()]).toEqual([
		[0, 1],
		0,
		false,
	]);
	expect((await fixture.emails()).filter((kind) => kind === "cancellation_declined")).toHaveLength(
		1,
	);
	expect(await fixture.db.select().from(auditLog)).toMatchObject([
		{ action: "order-cancellation-declined" },
	]);
	await expect(fixture.ask()).rejects.toMatchObject({ code: "cancellation_declined" });
	expect(await fixture.ship()).toBe(1);
});

test("rejects requests for shipped orders, and closes an open request when the order ships", async () => {
	const fixture = await createFixture();
	await fixture.ask();
	await fixture.ship();
	expect(await fixture.isOpen()).toBe(false);
	await expect(fixture.ask()).rejects.toMatchObject({ code: "cancellation_too_late" });
	await expect(fixture.decline()).rejects.toMatchObject({ code: "cancellation_too_late" });
});

test("closes the request when an admin refunds the whole order", async () => {
	const fixture = await createFixture();
	await fixture.ask();
	const refund = { restock: true, reason: "requested", note: "", idempotencyKey: null } as const;
	await refundOrder(fixture.admin, fixture.order, refund);
	expect(await fixture.isOpen()).toBe(false);
	await expect(fixture.ask()).rejects.toMatchObject({ code: "cancellation_too_late" });
});
