import { eq } from "drizzle-orm";
import { expect, test, vi } from "vitest";
import { auditLog, orderEmails, orders, refunds } from "#worker/db/schema.ts";
import { createPaidFixture } from "../../../tests/model/payment-fixture.ts";
import { requestCancellation } from "./cancellation.ts";
import { deliverOrder } from "./deliver.ts";
import { setTracking, shipOrder } from "./ship.ts";
import { getTimeline, getUnsentEmails } from "./timeline.ts";

vi.spyOn(console, "log").mockReturnValue();
vi.spyOn(console, "error").mockReturnValue();

const atMinute = (minute: number) => new Date(minute * 60_000);

test("lists events newest first, and tells only staff who caused each", async () => {
	const { admin, shopper, orderId, intentId, createContext, db } = await createPaidFixture();
	const adminContext = createContext(admin);
	await shipOrder(adminContext, orderId, { carrier: "UPS", trackingNumber: "1Z999" });
	await setTracking(adminContext, orderId, { carrier: "", trackingNumber: "7712" });
	await deliverOrder(createContext(shopper), orderId);
	await db.update(orders).set({
		createdAt: atMinute(1),
		paidAt: atMinute(2),
		shippedAt: atMinute(4),
		deliveredAt: atMinute(6),
	});
	await db
		.update(orderEmails)
		.set({ sentAt: atMinute(3), nextTryAt: null })
		.where(eq(orderEmails.kind, "receipt"));
	await db
		.update(auditLog)
		.set({ createdAt: atMinute(5) })
		.where(eq(auditLog.action, "order-tracked"));
	const addRefund = (id: string, status: string, at: Date) =>
		db.insert(refunds).values({
			id,
			paymentId: intentId,
			amountCents: 1_999,
			status,
			createdByShop: false,
			createdAt: at,
			readAt: at,
		});
	await addRefund("re_1", "succeeded", atMinute(7));
	await addRefund("re_2", "requires_action", atMinute(8));
	await addRefund("re_3", "canceled", atMinute(9));
	const events = await getTimeline(adminContext, orderId);
	expect(events).toEqual([
		{ at: atMinute(9), text: "Refund of $19.99 not completed", detail: "", by: "" },
		{ at: atMinute(8), text: "Refund of $19.99 on its way", detail: "", by: "" },
		{ at: atMinute(7), text: "$19.99 refunded", detail: "", by: "" },
		{ at: atMinute(6), text: "Received", detail: "", by: "the customer" },
		{ at: atMinute(5), text: "Tracking number set", detail: "UPS 1Z999 → 7712", by: admin.email },
		{ at: atMinute(4), text: "Shipped", detail: "4 pieces, UPS 1Z999", by: admin.email },
		{ at: atMinute(3), text: "Receipt emailed", detail: "", by: "" },
		{ at: atMinute(2), text: "Paid", detail: "", by: "" },
		{ at: atMinute(1), text: "Placed", detail: "", by: "" },
	]);
	const customerEvents = await getTimeline(createContext(shopper), orderId);
	expect(customerEvents).toEqual(events.map((event) => ({ ...event, detail: "", by: "" })));
});

test("shows a cancellation request to everyone, but a dispute only to staff", async () => {
	const { admin, shopper, orderId, intentId, createContext, stripe, deliverWebhooks } =
		await createPaidFixture();
	await requestCancellation(createContext(shopper), orderId);
	await stripe.dispute(intentId);
	await deliverWebhooks();
	const events = await getTimeline(createContext(admin), orderId);
	expect(events).toContainEqual({
		at: expect.any(Date),
		text: "Cancellation requested",
		detail: "",
		by: "the customer",
	});
	expect(events).toContainEqual({
		at: expect.any(Date),
		text: "Payment disputed",
		detail: "$79.96, fraudulent, needs response",
		by: "",
	});
	const customerEvents = (await getTimeline(createContext(shopper), orderId)).map(
		({ text }) => text,
	);
	expect(customerEvents).toContain("Cancellation requested");
	expect(customerEvents).not.toContain("Payment disputed");
});

test("does not call a bank's inquiry a dispute", async () => {
	const { admin, orderId, intentId, createContext, stripe, deliverWebhooks } =
		await createPaidFixture();
	await stripe.dispute(intentId, { inquiry: true });
	await deliverWebhooks();
	const texts = (await getTimeline(createContext(admin), orderId)).map(({ text }) => text);
	expect(texts).toContain("Payment inquired about by the bank");
	expect(texts).not.toContain("Payment disputed");
});

test("lists queued and failed emails, but only to staff", async () => {
	const { admin, shopper, orderId, createContext, db } = await createPaidFixture();
	const [at, createdAt] = [new Date(), new Date(0)];
	await db.delete(orderEmails);
	await db.insert(orderEmails).values([
		{ orderId, kind: "shipped", nextTryAt: at },
		{ orderId, kind: "receipt", failure: "rejected", createdAt },
		{ orderId, kind: "tracking", sentAt: at },
		// The order is paid, so no reminder will be sent.
		{ orderId, kind: "reminder", nextTryAt: at },
	]);
	const order = { id: orderId, state: "paid" } as const;
	expect(await getUnsentEmails(createContext(admin), order)).toMatchObject([
		{ kind: "receipt", failure: "rejected", nextTryAt: null },
		{ kind: "shipped", failure: null, nextTryAt: at },
	]);
	expect(await getUnsentEmails(createContext(shopper), order)).toEqual([]);
});
