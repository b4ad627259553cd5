import { eq } from "drizzle-orm";
import { afterAll, expect, test } from "vitest";
import { formatCsvRecord } from "#contract/csv.ts";
import { payment } from "#contract/messages.ts";
import { createId } from "#worker/auth/tokens.ts";
import { checkouts, orders, paymentOrders, payments, refunds } from "#worker/db/schema.ts";
import { createAccount, createAdmin, type TestAccount } from "../support/accounts.ts";
import { createCheckoutHelpers } from "../support/checkout.ts";
import { openHtml } from "../support/html-page.ts";
import { addOrder } from "../support/orders.ts";
import { addPaymentLink } from "../support/payment-links.ts";
import { createProduct } from "../support/products.ts";
import { startShop } from "../support/shop.ts";

const shop = await startShop();
const checkout = createCheckoutHelpers(shop, await createProduct(shop, { quantity: 100_000 }));
afterAll(shop.stop);

async function placeOrder() {
	const shopper = await createAccount(shop);
	return { shopper, orderId: await checkout.placeOrder(shopper) };
}

/** Places an order in a checkout, and pays for it. */
async function payInCheckout(values: Partial<typeof orders.$inferInsert> = {}) {
	const { shopper, orderId } = await placeOrder();
	const checkoutId = createId();
	await shop.db.insert(checkouts).values({ id: checkoutId, userId: shopper.id });
	await shop.db
		.update(orders)
		.set({ paidAt: new Date(), transactionId: `pi_${orderId}`, checkoutId, ...values })
		.where(eq(orders.id, orderId));
	return { shopper, orderId, checkoutId };
}

test("the payment page lets only the owner of an existing order pay", async () => {
	const { shopper, orderId } = await placeOrder();
	const otherShopper = await createAccount(shop);
	const path = `/dashbord/payment/${orderId}`;
	expect((await otherShopper.fetch("/dashbord/payment/none")).status).toBe(404);
	expect((await otherShopper.fetch(path)).status).toBe(403);
	const note = "Only the customer who placed this order can pay for it.";
	const hasPayButton = (html: string) => /<button[^>]*>(?:<[^>]*>)*Pay\b/.test(html);
	const ownerPage = await openHtml(shop, path, shopper);
	expect([ownerPage.text.includes(note), hasPayButton(ownerPage.html)]).toEqual([false, true]);
	const { status, text, html } = await openHtml(shop, path, await createAdmin(shop));
	expect([status, text.includes(note), hasPayButton(html)]).toEqual([200, true, false]);
});

test("the payment page of a canceled order leads to the order's page, which says who canceled it", async () => {
	for (const canceler of ["shopper", "admin"] as const) {
		const { shopper, orderId } = await placeOrder();
		await checkout.cancelOrder(canceler === "admin" ? await createAdmin(shop) : shopper, orderId);
		const response = await shopper.fetch(`/dashbord/payment/${orderId}`);
		const path = `/dashbord/orders/${orderId}`;
		expect(response.headers.get("Location")).toBe(path);
		const { text } = await openHtml(shop, path, shopper);
		expect(text).toContain(`${canceler === "admin" ? "We" : "You"} canceled this order.`);
	}
});

test("the payment page of a refunded order leads to the order's page, which says that it was refunded", async () => {
	const { shopper, orderId, checkoutId } = await payInCheckout({ refundedAt: new Date() });
	for (const page of [`payment/${orderId}`, `checkout/${checkoutId}`]) {
		const { path, text } = await openHtml(shop, `/dashbord/${page}`, shopper);
		expect(path).toBe(`/dashbord/orders/${orderId}`);
		expect(text).toContain("its payment has been refunded");
	}
});

test("the pages and lists of a canceled checkout say whether its payment is being refunded, could not be refunded, or was refunded", async () => {
	const { shopper, orderId, checkoutId } = await payInCheckout({ refundedAt: new Date() });
	const transactionId = `pi_${orderId}`;
	const { id: userId, email } = shopper;
	const second = { productId: checkout.product.id, userId, email, checkoutId };
	const ended = { paidAt: new Date(), refundedAt: new Date(), transactionId };
	await addOrder(shop, { ...second, ...ended });
	const rows = await shop.db.select().from(orders).where(eq(orders.checkoutId, checkoutId));
	const amountCents = rows.reduce((sum, row) => sum + row.quantity * row.toolPriceCents, 0);
	const now = new Date();
	await shop.db.insert(payments).values({
		id: transactionId,
		orderId,
		amountCents,
		receivedCents: amountCents,
		status: "paid",
		updatedAt: now,
	});
	// The page of a payment link shows the states of the orders only if they differ.
	await addOrder(shop, { ...second, cancelledAt: new Date() });
	// A trigger has given the first order the entire payment.
	await shop.db.delete(paymentOrders).where(eq(paymentOrders.paymentId, transactionId));
	await shop.db.insert(paymentOrders).values(
		rows.map((row) => ({
			paymentId: transactionId,
			orderId: row.id,
			amountCents: row.quantity * row.toolPriceCents,
		})),
	);
	const id = `re_${orderId}`;
	const refund = { id, paymentId: transactionId, amountCents, createdByShop: true, readAt: now };
	await shop.db.insert(refunds).values({ ...refund, status: "pending" });
	const setStatus = (status: string) =>
		shop.db.update(refunds).set({ status }).where(eq(refunds.id, id));
	const paths = [`/dashbord/checkout/${checkoutId}`, `/pay/${await addPaymentLink(shop, orderId)}`];
	const canceled = "These orders were canceled.";
	const admin = await createAdmin(shop);
	const search = `?by=email&search=${email}`;
	const listBadges = async (path: string, account: TestAccount) => {
		const { html } = await openHtml(shop, path, account);
		return Array.from(
			html.matchAll(/>(Refund\w*( pending)?|Canceled)<\/span>/g),
			([, badge]) => badge,
		);
	};
	const expectText = async (expected: string, badge: string, status: string) => {
		const badges = [badge, badge];
		expect(await listBadges("/dashbord/myorders", shopper)).toEqual(badges);
		expect(await listBadges(`/dashbord/manageAllorders${search}`, admin)).toEqual(badges);
		// The total below the orders has the label "Refunded" too.
		const linkBadges = await listBadges(paths[1] ?? "", shopper);
		expect(linkBadges.slice(0, 3)).toEqual([...badges, "Canceled"]);
		const csv = await (await admin.fetch(`/dashbord/orders.csv${search}`)).text();
		expect(csv.split(`,${formatCsvRecord([status]).trim()},`)).toHaveLength(3);
		for (const path of paths) {
			const { text } = await openHtml(shop, path, shopper);
			const texts = [canceled, payment.allBeingRefunded, payment.allRefunded];
			expect(texts.filter((candidate) => text.includes(candidate))).toEqual([expected]);
		}
	};
	await expectText(payment.allBeingRefunded, "Refund pending", "Canceled, refund pending");
	await setStatus("failed");
	await expectText(canceled, "Canceled", "Canceled, not refunded");
	await setStatus("succeeded");
	await expectText(payment.allRefunded, "Refunded", "Canceled and refunded");
});

test("the page of a payment link shows its order's refunded amount", async () => {
	const { orderId } = await payInCheckout();
	await shop.db.insert(refunds).values({
		id: `re_${orderId}`,
		paymentId: `pi_${orderId}`,
		amountCents: 500,
		status: "succeeded",
		createdByShop: true,
		readAt: new Date(),
	});
	const { text } = await openHtml(shop, `/pay/${await addPaymentLink(shop, orderId)}`);
	expect(text).toContain(payment.done);
	expect(text).toMatch(/Refunded\s*\$5\.00/);
});

test("the pages of a checkout mention one order if only one is paid and not refunded", async () => {
	const { shopper, orderId, checkoutId } = await payInCheckout();
	const line = { productId: checkout.product.id, userId: shopper.id, checkoutId };
	await addOrder(shop, { ...line, cancelledAt: new Date() });
	await addOrder(shop, {
		...line,
		paidAt: new Date(),
		refundedAt: new Date(),
		transactionId: `pi_${orderId}`,
	});
	for (const path of [
		`/dashbord/checkout/${checkoutId}`,
		`/pay/${await addPaymentLink(shop, orderId)}`,
	]) {
		const { text } = await openHtml(shop, path, shopper);
		expect(text, path).toContain(payment.done);
		expect(text, path).not.toContain(payment.doneAll);
	}
});
