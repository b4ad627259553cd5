import { eq } from "drizzle-orm";
import { afterAll, expect, test } from "vitest";
import { formatDay } from "#contract/dates.ts";
import { orderNumber } from "#contract/shop.ts";
import { orders } from "#worker/db/schema.ts";
import { createAdmin } from "../support/accounts.ts";
import { createCheckoutHelpers } from "../support/checkout.ts";
import { openHtml } from "../support/html-page.ts";
import { addOrder } from "../support/orders.ts";
import { createProduct } from "../support/products.ts";
import { startShop } from "../support/shop.ts";

const shop = await startShop();
const checkout = createCheckoutHelpers(shop, await createProduct(shop, { quantity: 1_000 }));
const admin = await createAdmin(shop);
afterAll(() => shop.stop());

/** Places and pays for an order of ten pieces at $12.50 each. */
async function placePaidOrder() {
	const { shopper, orderId, secret, intentId } = await checkout.beginPayment();
	await checkout.stripe.chargeCard(secret);
	await checkout.confirmPayment(shopper, orderId, intentId);
	return { shopper, orderId };
}

test("an admin sees the amount before refunding pieces of an order", async () => {
	const { shopper, orderId } = await placePaidOrder();
	const formPage = await (await openHtml(shop, `/dashbord/orders/${orderId}`, admin)).follow(
		"Refund",
	);
	const emptyFormPage = await formPage.press("Review refund");
	expect(emptyFormPage.text).toContain("Choose a reason");
	const tooManyPage = await emptyFormPage.press("Review refund", {
		"Some of the 10 pieces": true,
		Pieces: "11",
		Reason: "Damaged or defective",
	});
	expect(tooManyPage.text).toContain("At most 10 pieces can still be refunded");
	const reviewPage = await tooManyPage.press("Review refund", { Pieces: "4" });
	expect(reviewPage.text).toContain("4 pieces back into stock");
	const note = { "Note for the team (optional)": "Bent in transit" };
	const refundedPage = await reviewPage.press("Refund $50.00", note);
	expect(refundedPage.text).toContain("$50.00 refunded");
	expect(refundedPage.text).toContain("4 pieces, 4 restocked; Damaged or defective");
	const tablePath = `/dashbord/manageAllorders?search=${orderId}`;
	const tablePage = await openHtml(shop, tablePath, admin);
	expect(tablePage.text.replaceAll(/\s+/g, " ")).toMatch(/6 of 10 pieces ×.*6 of 10 × /);
	const lines = await openHtml(shop, `/dashbord/ship?ids=${orderId}`, admin);
	const checkedLines = await lines.press("Check");
	expect(checkedLines.text.replaceAll(/\s+/g, " ")).toContain("6 of 10 × ");
	const { text } = await openHtml(shop, `/dashbord/orders/${orderId}`, shopper);
	expect(text).toContain("$50.00, refunded to your payment method");
	expect(text).not.toMatch(/Refunded\s*\$50\.00/);
	expect(text).not.toContain("Bent in transit");
	await shop.db.update(orders).set({ refundedAt: new Date() }).where(eq(orders.id, orderId));
	expect((await openHtml(shop, tablePath, admin)).text).not.toContain("6 of 10");
	await shop.db
		.update(orders)
		.set({ refundedAt: null, shippedAt: new Date() })
		.where(eq(orders.id, orderId));
	for (const [account, question] of [
		[shopper, /Did you receive this order\?\s*6 of 10 × /],
		[admin, /Mark as received\?\s*6 of 10 × /],
	] as const) {
		const page = await openHtml(shop, `/dashbord/orders/${orderId}`, account);
		expect(page.text.replaceAll(/\s+/g, " ")).toMatch(question);
	}
});

test("an admin can decline a customer's request to cancel a paid order", async () => {
	const { shopper, orderId } = await placePaidOrder();
	const path = `/dashbord/orders/${orderId}`;
	const requestedPage = await (await openHtml(shop, path, shopper)).press("Request cancellation");
	expect(requestedPage.text).toContain("You asked us to cancel this order on");
	expect(requestedPage.text).not.toContain("We're preparing your order");
	const tablePath = `/dashbord/manageAllorders?search=${orderId}&by=id`;
	expect((await openHtml(shop, tablePath, admin)).text).toContain("Cancel requested");
	const readOwnOrders = async () => (await openHtml(shop, "/dashbord/myorders", shopper)).text;
	expect(await readOwnOrders()).toContain("Cancellation requested");
	const adminPage = await openHtml(shop, path, admin);
	expect(adminPage.text).toContain("The customer asked to cancel this order");
	expect((await adminPage.press("Decline")).text).toContain("The request is closed.");
	expect(await readOwnOrders()).not.toContain("Cancellation requested");
	const { text } = await openHtml(shop, path, shopper);
	expect(text).toContain("it was too late to stop it. We'll ship it as ordered");
});

test("a customer can follow a tracking number that an admin corrected", async () => {
	const { shopper, orderId } = await placePaidOrder();
	const path = `/dashbord/orders/${orderId}`;
	const formPage = await openHtml(shop, path, admin);
	const rejectedPage = await formPage.press("Mark as shipped", { Carrier: "ups" });
	expect(rejectedPage.text).toContain("Enter the tracking number too, or remove the carrier");
	const trackingNumber = { "Tracking number": "1Z 999 AA1 01 2345 6784" };
	const shippedPage = await rejectedPage.press("Mark as shipped", trackingNumber);
	expect(shippedPage.text).toContain("Order get Shifting");
	expect(shippedPage.text).toContain("Correct the tracking number");
	const fields = { Carrier: "Joe's Freight", "Tracking number": "77 12" };
	const correctedPage = await shippedPage.press("Save", fields);
	expect(correctedPage.text).toContain("Tracking number saved.");
	expect(correctedPage.text).toContain("Joe's Freight 7712");
	const tablePage = await openHtml(
		shop,
		`/dashbord/manageAllorders?search=${orderId}&by=id`,
		admin,
	);
	expect(tablePage.text).toContain("Joe's Freight 7712");
	await shop.db.update(orders).set({ carrier: "UPS" }).where(eq(orders.id, orderId));
	const trackingHref = `href="https://www.ups.com/track?tracknum=7712"`;
	for (const [page, label] of [
		["/dashbord/myorders", "UPS 7712"],
		[path, "Track shipment"],
	] as const) {
		const { html } = await openHtml(shop, page, shopper);
		const links = html.match(/<a [^>]*>.*?<\/a>/gs) ?? [];
		expect(links.find((link) => link.includes(trackingHref))).toContain(label);
		expect(html).not.toContain("Correct the tracking number");
	}
});

test("a customer can mark a shipped order as received", async () => {
	const { shopper, orderId } = await placePaidOrder();
	await shop.db.update(orders).set({ shippedAt: new Date() }).where(eq(orders.id, orderId));
	const page = await openHtml(shop, `/dashbord/orders/${orderId}`, shopper);
	const receivedPage = await page.press("I received it");
	expect(receivedPage.text).toContain("Order marked as received");
	expect(receivedPage.text).toContain("You have received this order.");
	await expect(receivedPage.press("I received it")).rejects.toThrow("found 0");
	const row = await shop.db.select().from(orders).where(eq(orders.id, orderId)).get();
	expect(receivedPage.text).toContain(`Received${formatDay(row?.deliveredAt ?? new Date(0))}`);
	const tablePath = `/dashbord/manageAllorders?search=${orderId}&by=id&state=delivered`;
	const tablePage = await openHtml(shop, tablePath, admin);
	expect(tablePage.html).toMatch(/<button[^>]*>(?:<[^>]*>)*Deliverd</);
	const response = await shopper.fetch(`/specificorders/${orderId}`);
	expect(await response.json()).toMatchObject({ paid: true, shift: true });
});

test("staff can check pasted lines and ship the orders that are ready", async () => {
	const { id: productId } = await createProduct(shop);
	const paidValues = { productId, paidAt: new Date() };
	const [firstPaidOrder, secondPaidOrder] = [
		await addOrder(shop, paidValues),
		await addOrder(shop, paidValues),
	];
	const unpaidOrder = await addOrder(shop, { productId });
	const query = [firstPaidOrder, secondPaidOrder, unpaidOrder]
		.map(({ id }) => `ids=${id}`)
		.join("&");
	const formPage = await openHtml(shop, `/dashbord/ship?${query}`, admin);
	for (const { id } of [firstPaidOrder, secondPaidOrder, unpaidOrder])
		expect(formPage.getFieldValue("Orders")).toContain(`${orderNumber(id)}, , \n`);
	const lines = `Order;Carrier;Number\n${orderNumber(firstPaidOrder.id)};ups;1Z 999\n${secondPaidOrder.id};;\n${unpaidOrder.id};dhl;7`;
	const checkedPage = await formPage.press("Check", { Orders: lines });
	expect(checkedPage.text).toContain("2 orders ready, 1 cannot be shipped.");
	expect(checkedPage.text).toContain("Cannot ship: Unpaid");
	const changedPage = await checkedPage.press("Change the lines");
	expect(changedPage.getFieldValue("Orders")).toContain("1Z 999");
	const shippedPage = await (await changedPage.press("Check")).press("Ship 2 orders");
	expect(shippedPage.text).toContain("2 orders shipped, 1 cannot be shipped.");
	const readState = async ({ id }: { id: string }) =>
		(await shop.db.select().from(orders).where(eq(orders.id, id)).get())?.state;
	expect([
		await readState(firstPaidOrder),
		await readState(secondPaidOrder),
		await readState(unpaidOrder),
	]).toEqual(["shipped", "shipped", "unpaid"]);
});

test("an admin sees that a refund is pending until Stripe has completed it", async () => {
	const { orderId } = await placePaidOrder();
	await checkout.stripe.overrideBehavior(orderId, { refunds: "pending" });
	const formPage = await openHtml(shop, `/dashbord/refund/${orderId}`, admin);
	const reviewPage = await formPage.press("Review refund", { Reason: "Damaged or defective" });
	const orderPage = await reviewPage.press("Cancel and refund $125.00");
	expect(orderPage.text).toContain("The refund of $125.00 is pending in Stripe");
	expect(orderPage.text).not.toContain("$125.00 refunded");
	const [refund] = (await checkout.stripe.readLedger(orderId)).refunds;
	await checkout.stripe.settleRefund(refund?.id ?? "", "failed");
	await checkout.stripe.releaseWebhooks(orderId);
	const retriedPage = await reviewPage.press("Cancel and refund $125.00");
	expect(retriedPage.text).toContain("The refund of $125.00 has failed");
});

test("the result of only adding tracking numbers does not say that orders were shipped", async () => {
	const { id: productId } = await createProduct(shop);
	const shipped = { productId, paidAt: new Date(), shippedAt: new Date() };
	const [first, second] = [await addOrder(shop, shipped), await addOrder(shop, shipped)];
	const ship = await openHtml(shop, "/dashbord/ship", admin);
	const press = async (lines: string, button: string) =>
		(await ship.press("Check", { Orders: lines })).press(button);
	const trackedPage = await press(`${first.id},UPS,1Z 71`, "Add 1 tracking number");
	expect(trackedPage.text).toContain("1 tracking number added");
	expect(trackedPage.text).not.toMatch(/1 (order )?shipped/);
	const lines = `${first.id},UPS,1Z 71\n${second.id},UPS,1Z 72\nunknown`;
	const partlyTrackedPage = await press(lines, "Add 1 tracking number");
	expect(partlyTrackedPage.text).toContain(
		"1 tracking number added, 1 already shipped, 1 cannot be shipped.",
	);
	const third = await addOrder(shop, shipped);
	const paid = await addOrder(shop, { productId, paidAt: new Date() });
	const mixedLines = `${third.id},UPS,1Z 73\n${paid.id}`;
	const mixedPage = await press(mixedLines, "Ship 1 order and add 1 tracking number");
	expect(mixedPage.text).toContain("1 order shipped, 1 tracking number added");
});
