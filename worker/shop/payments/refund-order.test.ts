import { eq } from "drizzle-orm";
import { expect, test, vi } from "vitest";
import {
	auditLog,
	dailySales,
	productSales,
	products,
	refundEmails,
	refundRequests,
	stockAlerts,
	users,
} from "#worker/db/schema.ts";
import { findOutdatedDerivedTables } from "../../../scripts/backup/derived-tables.ts";
import { totalCents, withStripeErrors } from "../../../tests/model/payment-fixture.ts";
import {
	createRefundFixture,
	pieceCents,
	refundInput,
} from "../../../tests/model/refund-fixture.ts";
import { createLocalOutbox } from "../../../tests/support/local-outbox.ts";
import { withEnv } from "../../../tests/support/local-shop.ts";
import { createLocalStripe } from "../../../tests/support/local-stripe.ts";
import { sweepRefundEmails } from "../emails/send-refund-emails.ts";
import { exportOrders } from "../orders/export.ts";
import { shipOrder } from "../orders/ship.ts";
import { getPaymentProblems } from "./read.ts";
import { refundOrder } from "./refund-order.ts";

vi.spyOn(console, "log").mockReturnValue();
vi.spyOn(console, "error").mockReturnValue();

test("refunds pieces, restocks them, and still lets the rest ship", async () => {
	const fixture = await createRefundFixture();
	const request = await fixture.refund({ pieces: 1, restock: true });
	expect(request).toMatchObject({
		status: "sent",
		amountCents: pieceCents,
		pieces: 1,
		restocked: 1,
	});
	expect(await fixture.readStripeRefunds()).toMatchObject([
		{ amount: pieceCents, status: "succeeded" },
	]);
	expect(await fixture.readStock()).toBe(17);
	expect(await fixture.readPayment()).toMatchObject({
		refundedCents: pieceCents,
		hold: null,
		problem: null,
	});
	expect(await fixture.getRefundable()).toMatchObject({
		piecesLeft: 3,
		remainingCents: 3 * pieceCents,
	});
	expect(await fixture.db.select().from(auditLog)).toMatchObject([
		{ action: "order-refunded", detail: "$19.99, 1 piece, 1 restocked, damaged or defective" },
	]);
	expect(await fixture.db.$count(refundEmails)).toBe(1);
	expect(await shipOrder(fixture.adminContext, fixture.orderId)).toBe(1);
});

test("refunding the remaining amount cancels an unshipped order, which can then be neither shipped nor paid for", async () => {
	const fixture = await createRefundFixture();
	await fixture.refund({ amountCents: 500 });
	await fixture.refund({ restock: true });
	expect(await fixture.findOrder()).toMatchObject({ state: "refunded", shippedAt: null });
	expect(await fixture.readStock()).toBe(20);
	expect((await fixture.readRequests()).map(({ amountCents }) => amountCents)).toEqual([
		500,
		totalCents - 500,
	]);
	await expect(shipOrder(fixture.adminContext, fixture.orderId)).rejects.toMatchObject({
		code: "payment_refunded",
	});
	await expect(fixture.startPayment()).rejects.toMatchObject({ code: "already_paid" });
	await expect(fixture.refund()).rejects.toMatchObject({ code: "refund_nothing_left" });
	expect((await getPaymentProblems(fixture.adminContext)).open).toEqual([]);
});

test("refunds a shipped order without canceling it", async () => {
	const fixture = await createRefundFixture();
	await shipOrder(fixture.adminContext, fixture.orderId);
	expect(await fixture.refund({ amountCents: totalCents })).toMatchObject({ pieces: 0 });
	expect(await fixture.findOrder()).toMatchObject({ state: "shipped" });
	const entry = eq(auditLog.action, "order-refunded");
	expect(await fixture.db.select().from(auditLog).where(entry)).toMatchObject([
		{ detail: "$79.96, damaged or defective" },
	]);
	expect(await fixture.readPayment()).toMatchObject({
		refundedCents: totalCents,
		hold: "refunded",
	});
});

test("refunding all remaining pieces refunds the order's remaining amount", async () => {
	const fixture = await createRefundFixture();
	await fixture.refund({ amountCents: 500 });
	expect(await fixture.refund({ pieces: 4 })).toMatchObject({ amountCents: totalCents - 500 });
});

test("says in the singular that one piece can still be refunded", async () => {
	const fixture = await createRefundFixture();
	await fixture.refund({ pieces: 3 });
	await expect(fixture.refund({ pieces: 2 })).rejects.toMatchObject({
		message: "At most 1 piece can still be refunded",
	});
});

test.each([
	[{ pieces: 5 }, "refund_too_many_pieces"],
	[{ amountCents: totalCents + 1 }, "refund_too_large"],
	[{ pieces: 1, shownCents: pieceCents + 1 }, "refund_order_changed"],
])("rejects a refund of %o: %s", async (values, code) => {
	const fixture = await createRefundFixture();
	await expect(fixture.refund(values)).rejects.toMatchObject({ code });
	expect([await fixture.readRequests(), await fixture.readStripeRefunds()]).toEqual([[], []]);
});

test("the database rejects refund requests that exceed the payment or the pieces, counting refunds made in Stripe", async () => {
	const fixture = await createRefundFixture();
	const { db, orderId, intentId } = fixture;
	await fixture.stripe.refundInDashboard(intentId, 1_000);
	await fixture.deliverWebhooks();
	const row = { orderId, paymentId: intentId, reason: "other", stripeKey: "k" } as const;
	const insert = (values: { amountCents: number; pieces: number; restocked: number }) =>
		db.insert(refundRequests).values({ ...row, ...values, id: crypto.randomUUID() });
	const refundableCents = totalCents - 1_000;
	const rejection = { cause: { message: expect.stringContaining("refund exceeds") } };
	await expect(
		insert({ amountCents: refundableCents + 1, pieces: 0, restocked: 0 }),
	).rejects.toMatchObject(rejection);
	await expect(insert({ amountCents: 1, pieces: 5, restocked: 0 })).rejects.toMatchObject(
		rejection,
	);
	await insert({ amountCents: refundableCents, pieces: 4, restocked: 4 });
	await expect(insert({ amountCents: 1, pieces: 0, restocked: 0 })).rejects.toMatchObject(
		rejection,
	);
	await db.update(refundRequests).set({ status: "rejected" });
	await expect(insert({ amountCents: 1, pieces: 1, restocked: 1 })).rejects.toMatchObject(
		rejection,
	);
	await insert({ amountCents: refundableCents, pieces: 4, restocked: 0 });
});

test("writes nothing while Stripe is unavailable", async () => {
	const fixture = await createRefundFixture();
	const context = withStripeErrors(fixture.adminContext, () => true, 500);
	await expect(refundOrder(context, fixture.orderId, refundInput)).rejects.toMatchObject({
		status: 503,
		code: "payment_unavailable",
	});
	expect(await fixture.readRequests()).toEqual([]);
	expect(await fixture.findOrder()).toMatchObject({ state: "paid" });
});

test("writes nothing if Stripe does not know the payment, for example because the API key belongs to another account", async () => {
	const fixture = await createRefundFixture();
	const otherAccount = createLocalStripe();
	const SANDBOX = otherAccount.createBinding(() => undefined);
	await expect(
		refundOrder(withEnv(fixture.adminContext, { SANDBOX }), fixture.orderId, refundInput),
	).rejects.toMatchObject({
		code: "refund_rejected",
		message: expect.stringContaining("Stripe does not know this payment"),
	});
	expect(await fixture.readRequests()).toEqual([]);
	expect(await fixture.findOrder()).toMatchObject({ state: "paid" });
});

test("does not refund a disputed payment", async () => {
	const fixture = await createRefundFixture();
	await fixture.stripe.dispute(fixture.intentId);
	await fixture.deliverWebhooks();
	await expect(fixture.refund({ pieces: 1 })).rejects.toMatchObject({ code: "refund_disputed" });
	expect(await fixture.readRequests()).toEqual([]);
});

test("refunds a payment during an inquiry, as Stripe recommends", async () => {
	const fixture = await createRefundFixture();
	await fixture.stripe.dispute(fixture.intentId, { inquiry: true });
	await fixture.deliverWebhooks();
	expect(await fixture.refund()).toMatchObject({ status: "sent" });
});

test("sales, best sellers and the order CSV subtract all refunds except failed ones", async () => {
	const fixture = await createRefundFixture();
	const { db, adminContext, productId } = fixture;
	const readFigures = async () => {
		const [day, product] = await db.batch([
			db.select().from(dailySales),
			db.select().from(productSales).where(eq(productSales.productId, productId)),
		]);
		const view = { search: "", by: "email", sort: "newest" } as const;
		const [header = "", line = ""] = (
			await new Response(await exportOrders(adminContext, view)).text()
		)
			.split("\r\n")
			.map((text) => text.split(","));
		// Counts columns from the end, because the order's state, which comes earlier, contains a comma.
		const cell = (name: string) => Number(line.at(header.indexOf(name) - header.length));
		return {
			day: [day[0]?.orders, day[0]?.pieces, day[0]?.revenueCents],
			product: [product[0]?.pieces, product[0]?.revenueCents],
			csv: [cell("Refunded amount"), cell("Net total")],
		};
	};
	await fixture.stripe.refundInDashboard(fixture.intentId, 100);
	await fixture.deliverWebhooks();
	const { refundId } = await fixture.refund({ pieces: 3 });
	const net = totalCents - 100 - 3 * pieceCents;
	expect(await readFigures()).toEqual({
		day: [1, 1, net],
		product: [1, net],
		csv: [60.97, net / 100],
	});
	await fixture.stripe.settleRefund(refundId ?? "", "failed");
	await fixture.deliverWebhooks();
	const netAfterFailure = totalCents - 100;
	expect(await readFigures()).toEqual({
		day: [1, 4, netAfterFailure],
		product: [4, netAfterFailure],
		csv: [1, netAfterFailure / 100],
	});
	expect(await findOutdatedDerivedTables(fixture.localShop.d1)).toEqual([]);
});

test("a partial refund made in Stripe blocks shipping even after a refund made in the shop", async () => {
	const fixture = await createRefundFixture();
	await fixture.refund({ pieces: 1 });
	await fixture.stripe.refundInDashboard(fixture.intentId, 100);
	await fixture.deliverWebhooks();
	await expect(shipOrder(fixture.adminContext, fixture.orderId)).rejects.toMatchObject({
		code: "payment_partly_refunded",
	});
});

test("the refund form shows a picture only while the tool is for sale", async () => {
	const { getRefundable, db } = await createRefundFixture();
	expect(await getRefundable()).toMatchObject({ img: "/pictures/torque-wrench-800.webp" });
	await db.update(products).set({ deletedAt: new Date() });
	expect(await getRefundable()).toMatchObject({ img: null });
});

test("restocking the last missing piece queues an email to a customer who is waiting for the tool", async () => {
	const fixture = await createRefundFixture();
	const { db } = fixture;
	const [product] = await db.update(products).set({ minimum: 17 }).returning();
	const { id: userId } = await fixture.localShop.addAccount();
	await db.insert(stockAlerts).values({ userId, productId: product?.id ?? "" });
	const readNextTryAt = async () => (await db.select().from(stockAlerts).get())?.nextTryAt;
	expect([await fixture.readStock(), await readNextTryAt()]).toEqual([16, null]);
	await fixture.refund({ pieces: 1, restock: true });
	expect([await fixture.readStock(), await readNextTryAt()]).toEqual([17, expect.any(Date)]);
});

test("the refund email to a customer whose account was deleted has no link that needs a login", async () => {
	const fixture = await createRefundFixture();
	await fixture.db.delete(users).where(eq(users.id, fixture.shopper.id));
	await fixture.refund({ pieces: 1 });
	const { sandbox, sentEmails } = createLocalOutbox();
	await sweepRefundEmails(withEnv(fixture.adminContext, { SANDBOX: sandbox }), new Date());
	expect(sentEmails).toHaveLength(1);
	expect(sentEmails[0]?.text).toContain("/contact?order=");
	expect(sentEmails[0]?.text).not.toContain("/dashbord/");
});
