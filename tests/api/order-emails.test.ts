import { and, eq } from "drizzle-orm";
import { afterAll, afterEach, expect, test, vi } from "vitest";
import { orderEmails } from "#worker/db/schema.ts";
import { getSender } from "#worker/services/email.ts";
import { createAdmin, type TestAccount } from "../support/accounts.ts";
import { createCheckoutHelpers } from "../support/checkout.ts";
import { readEmails } from "../support/emails.ts";
import { createProduct } from "../support/products.ts";
import { createJsonInit, startShop } from "../support/shop.ts";

const shop = await startShop();
/** Not the origin of the tests' requests. */
const origin = shop.env.SHOP_ORIGIN;
const checkout = createCheckoutHelpers(shop, await createProduct(shop, { quantity: 100_000 }));
const admin = await createAdmin(shop);
afterAll(shop.stop);

/** Checks that no email was sent twice. */
afterEach(async () => {
	const subjects = (await readEmails(shop)).map(({ subject }) => subject);
	expect(subjects.length).toBe(new Set(subjects).size);
});

const minuteMs = 60_000;
const readOrderEmail = (orderId: string, kind: "receipt" | "shipped") =>
	shop.db
		.select()
		.from(orderEmails)
		.where(and(eq(orderEmails.orderId, orderId), eq(orderEmails.kind, kind)))
		.get();

const failEmails = (to: string, times: number) =>
	shop.sandbox("/__sandbox/email/switches", createJsonInit({ fail: times, to }, "PUT"));

const waitForEmails = ({ email }: TestAccount, count: number) =>
	vi.waitFor(async () => {
		const emails = await readEmails(shop, email);
		expect(emails).toHaveLength(count);
		return emails;
	});

const waitUntilSent = (orderId: string, kind: "receipt" | "shipped") =>
	vi.waitFor(async () =>
		expect((await readOrderEmail(orderId, kind))?.sentAt).toBeInstanceOf(Date),
	);

async function placePaidOrder() {
	const payment = await checkout.beginPayment();
	await checkout.stripe.chargeCard(payment.secret);
	expect(
		(await checkout.confirmPayment(payment.shopper, payment.orderId, payment.intentId)).status,
	).toBe(200);
	return payment;
}

const shipOrder = (orderId: string) => checkout.shipOrder(admin, orderId);

test("the shopper gets a receipt and a shipping email with links to the order", async () => {
	const { shopper, orderId, intentId } = await placePaidOrder();
	const [receipt] = await waitForEmails(shopper, 1);
	expect(receipt?.subject).toMatch(/^Receipt for order [0-9A-F]{12}: 10 × /);
	for (const line of ["Pieces: 10", "Price per piece: $12.50", "Total paid: $125.00"]) {
		expect(receipt?.text.split("\n")).toContain(line);
	}
	expect(receipt?.text).toContain(`Transaction: ${intentId}`);
	expect(receipt?.text).toContain(`${origin}/dashbord/orders/${orderId}\n`);
	expect(receipt?.html).toContain(`href="${origin}/dashbord/invoice/${orderId}"`);
	const readPaymentPage = async () => (await shopper.fetch(`/dashbord/payment/${orderId}`)).text();
	const shippingNotice = "get another email when your order ships";
	expect(await readPaymentPage()).toContain(shippingNotice);
	expect((await shipOrder(orderId)).status).toBe(200);
	const [shippedEmail] = await waitForEmails(shopper, 2);
	expect(shippedEmail?.subject).toMatch(/^On its way: order [0-9A-F]{12}: 10 × /);
	const page = await readPaymentPage();
	expect(page).toContain("emailed your receipt");
	expect(page).not.toContain(shippingNotice);
});

test("the customer of an unpaid order gets a confirmation email and, after 48 hours, a cancellation email", async () => {
	const { shopper, orderId } = await checkout.beginPayment();
	const paymentPath = `/dashbord/payment/${orderId}`;
	expect((await shipOrder(orderId)).status).toBe(409);
	await shop.sweep();
	expect(await readEmails(shop, shopper.email)).toEqual([]);
	await shop.sweep(new Date(Date.now() + 11 * minuteMs));
	const [confirmation] = await waitForEmails(shopper, 1);
	expect(confirmation?.subject).toMatch(/^We received order [0-9A-F]{12}: 10 × /);
	expect(confirmation?.text).toContain(`${origin}${paymentPath}\n`);
	expect(confirmation?.replyTo).toBe(getSender(shop.env.MAIL_FROM).email);
	expect(await (await shopper.fetch(paymentPath)).text()).toMatch(
		/Reserved until (?:<!-- -->)?<time/,
	);
	await shop.sweep(new Date(Date.now() + 49 * 60 * minuteMs));
	const [cancellation] = await waitForEmails(shopper, 2);
	expect(cancellation?.subject).toMatch(/^Canceled: order [0-9A-F]{12}: 10 × /);
	expect((await shopper.fetch(`/specificorders/${orderId}`)).status).toBe(404);
	const redirectResponse = await shopper.fetch(paymentPath, { redirect: "manual" });
	expect(redirectResponse.headers.get("Location")).toBe(`/dashbord/orders/${orderId}`);
	expect(await (await shopper.fetch(`/dashbord/orders/${orderId}`)).text()).toContain(
		"not paid in time",
	);
});

test("concurrent confirmations by the browser, twenty webhooks and the sweep send one receipt", async () => {
	const { shopper, orderId, secret, intentId } = await checkout.beginPayment({ webhooks: "drop" });
	await checkout.stripe.chargeCard(secret);
	const { events } = await checkout.stripe.readLedger(orderId);
	const webhooks = Array.from({ length: 20 }, () =>
		checkout.stripe.deliverEvent(events[0]?.id ?? ""),
	);
	const confirmations = [1, 2].map(() => checkout.confirmPayment(shopper, orderId, intentId));
	await Promise.all([checkout.runSweep(), checkout.runSweep()]);
	expect((await Promise.all(webhooks)).flat()).toEqual(Array(20).fill(200));
	expect((await Promise.all(confirmations)).map(({ status }) => status)).toEqual([200, 200]);
	await waitUntilSent(orderId, "receipt");
	await shop.sweep(new Date(Date.now() + 60 * minuteMs));
	await waitForEmails(shopper, 1);
});

test("five concurrent requests to ship an order send one email", async () => {
	const { shopper, orderId } = await placePaidOrder();
	await waitUntilSent(orderId, "receipt");
	await Promise.all(Array.from({ length: 5 }, () => shipOrder(orderId)));
	await waitUntilSent(orderId, "shipped");
	await shop.sweep(new Date(Date.now() + 60 * minuteMs));
	await waitForEmails(shopper, 2);
});

test("the webhook sends the receipt with links to the configured origin", async () => {
	const { shopper, orderId, secret } = await checkout.beginPayment();
	await checkout.stripe.chargeCard(secret);
	await checkout.stripe.releaseWebhooks(orderId);
	const [receipt] = await waitForEmails(shopper, 1);
	expect(receipt?.text).toContain(`${origin}/dashbord/orders/${orderId}\n`);
});

test("the sweep settles a payment and sends the receipt, with links to the configured origin", async () => {
	const { shopper, orderId, secret } = await checkout.beginPayment({ webhooks: "drop" });
	await checkout.stripe.chargeCard(secret);
	await checkout.runSweep();
	const [receipt] = await waitForEmails(shopper, 1);
	expect(receipt?.text).toContain(`${origin}/dashbord/orders/${orderId}\n`);
	await waitUntilSent(orderId, "receipt");
});

test("the sweep retries a rejected email with backoff", async () => {
	const { shopper, orderId, secret, intentId } = await checkout.beginPayment();
	await failEmails(shopper.email, 2);
	await checkout.stripe.chargeCard(secret);
	const start = Date.now();
	expect((await checkout.confirmPayment(shopper, orderId, intentId)).status).toBe(200);
	await vi.waitFor(async () => expect((await readOrderEmail(orderId, "receipt"))?.tries).toBe(1));
	await vi.waitFor(() => expect(shop.logs().join("\n")).toContain(`"email":"not sent"`));
	await shop.sweep(new Date(start + 4 * minuteMs));
	expect(
		(await readOrderEmail(orderId, "receipt"))?.tries,
		"it is too early for the second attempt",
	).toBe(1);
	await shop.sweep(new Date(start + 6 * minuteMs));
	expect(await readOrderEmail(orderId, "receipt")).toMatchObject({ tries: 2, sentAt: null });
	await shop.sweep(new Date(start + 15 * minuteMs));
	expect(
		(await readOrderEmail(orderId, "receipt"))?.tries,
		"the pause before the third attempt is longer",
	).toBe(2);
	await shop.sweep(new Date(start + 17 * minuteMs));
	await waitUntilSent(orderId, "receipt");
	await waitForEmails(shopper, 1);
});

test("the sweep logs an email that it gives up on after eight rejected attempts", async () => {
	const { shopper, orderId } = await placePaidOrder();
	await waitUntilSent(orderId, "receipt");
	const dueAt = new Date(Date.now() - 1);
	await shop.db
		.insert(orderEmails)
		.values({ orderId, kind: "shipped", tries: 7, nextTryAt: dueAt });
	await failEmails(shopper.email, 10);
	await shop.sweep();
	expect(await readOrderEmail(orderId, "shipped")).toMatchObject({ tries: 8, sentAt: null });
	await shop.sweep(new Date(Date.now() + 24 * 60 * minuteMs));
	expect(await readOrderEmail(orderId, "shipped")).toMatchObject({ sentAt: null, nextTryAt: null });
	const logLine = JSON.stringify({
		email: "given up",
		order: orderId,
		kind: "shipped",
		tries: 8,
		failure: "given_up",
	});
	expect(shop.logs().join("\n")).toContain(logLine);
	await failEmails(shopper.email, 0);
	await shop.sweep(new Date(Date.now() + 48 * 60 * minuteMs));
	await waitForEmails(shopper, 1);
});

test("if a Worker dies while sending an email, the sweep sends it", async () => {
	const { shopper, orderId } = await placePaidOrder();
	await waitUntilSent(orderId, "receipt");
	const leaseEnd = new Date(Date.now() + 5 * minuteMs);
	await shop.db
		.insert(orderEmails)
		.values({ orderId, kind: "shipped", tries: 1, nextTryAt: leaseEnd });
	await shop.sweep();
	expect(await readEmails(shop, shopper.email)).toHaveLength(1);
	await shop.sweep(new Date(Date.now() + 6 * minuteMs));
	await waitForEmails(shopper, 2);
});
