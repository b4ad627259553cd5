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

const time = (order: number) => new Date(order * 60_000);

test("lists what happened, newest first: staff see who did it, the customer does not", async () => {
	const { admin, shopper, order, intent, createContext, db } = await createPaidFixture();
	const shop = createContext(admin);
	await shipOrder(shop, order, { carrier: "UPS", trackingNumber: "1Z999" });
	await setTracking(shop, order, { carrier: "", trackingNumber: "7712" });
	await deliverOrder(createContext(shopper), order);
	await db.update(orders).set({
		...{ createdAt: time(1), paidAt: time(2), shippedAt: time(4), deliveredAt: time(6) },
	});
	await db
		.update(orderEmails)
		.set({ sentAt: time(3), nextTryAt: null })
		.where(eq(orderEmails.kind, "receipt"));
	await db
		.update(auditLog)
		.set({ createdAt: time(5) })
		.where(eq(auditLog.action, "order-tracked"));
	const addRefund = (id: string, status: string, at: Date) =>
		db.insert(refunds).values({
			...{ id, paymentId: intent, amountCents: 1_999, status },
			...{ byShop: false, createdAt: at, readAt: at },
		});
	await addRefund("re_1", "succeeded", time(7));
	await addRefund("re_2", "requires_action", time(8));
	await addRefund("re_3", "canceled", time(9));
	const events = await getTimeline(shop, order);
	expect(events).toEqual([
		{ at: time(9), text: "Refund of $19.99 not completed", detail: "", by: "" },
		{ at: time(8), text: "Refund of $19.99 on its way", detail: "", by: "" },
		{ at: time(7), text: "$19.99 refunded", detail: "", by: "" },
		{ at: time(6), text: "Received", detail: "", by: "the customer" },
		{ at: time(5), text: "Tracking number set", detail: "UPS 1Z999 → 7712", by: admin.email },
		{ at: time(4), text: "Shipped", detail: "4 pieces, UPS 1Z999", by: admin.email },
		{ at: time(3), text: "Receipt emailed", detail: "", by: "" },
		{ at: time(2), text: "Paid", detail: "", by: "" },
		{ at: time(1), text: "Placed", detail: "", by: "" },
	]);
	const own = await getTimeline(createContext(shopper), order);
	expect(own).toEqual(events.map((event) => ({ ...event, detail: "", by: "" })));
});

test("lists that the customer asked to cancel, and for staff that the bank disputes the payment", async () => {
	const { admin, shopper, order, intent, createContext, stripe, deliverWebhooks } =
		await createPaidFixture();
	await requestCancellation(createContext(shopper), order);
	await stripe.dispute(intent);
	await deliverWebhooks();
	const events = await getTimeline(createContext(admin), order);
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
	const own = (await getTimeline(createContext(shopper), order)).map(({ text }) => text);
	expect(own).toContain("Cancellation requested");
	expect(own).not.toContain("Payment disputed");
});

test("an inquiry of the bank is not called a dispute", async () => {
	const { admin, order, intent, createContext, stripe, deliverWebhooks } =
		await createPaidFixture();
	await stripe.dispute(intent, { inquiry: true });
	await deliverWebhooks();
	const texts = (await getTimeline(createContext(admin), order)).map(({ text }) => text);
	expect(texts).toContain("Payment inquired about by the bank");
	expect(texts).not.toContain("Payment disputed");
});

test("lists the emails that are queued or could not be delivered, for staff only", async () => {
	const { admin, shopper, order: orderId, createContext, db } = await createPaidFixture();
	const [at, createdAt] = [new Date(), new Date(0)];
	await db.delete(orderEmails);
	await db.insert(orderEmails).values([
		{ orderId, kind: "shipped", nextTryAt: at },
		{ orderId, kind: "receipt", failure: "rejected", createdAt },
		{ orderId, kind: "tracking", sentAt: at },
		// The order is paid, so this one will be dropped.
		{ orderId, kind: "reminder", nextTryAt: at },
	]);
	const order = { id: orderId, state: "paid" } as const;
	expect(await getUnsentEmails(createContext(admin), order)).toMatchObject([
		{ kind: "receipt", failure: "rejected", nextTryAt: null },
		{ kind: "shipped", failure: null, nextTryAt: at },
	]);
	expect(await getUnsentEmails(createContext(shopper), order)).toEqual([]);
});
