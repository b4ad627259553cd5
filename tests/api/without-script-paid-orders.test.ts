import { eq } from "drizzle-orm";
import { afterAll, expect, test } from "vitest";
import { formatDay } from "#contract/dates.ts";
import { orderNumber } from "#contract/shop.ts";
import { orders } from "#worker/db/schema.ts";
import { createAdmin } from "../support/accounts.ts";
import { createCheckout } from "../support/checkout.ts";
import { openHtml } from "../support/html-page.ts";
import { addOrder } from "../support/orders.ts";
import { createProduct } from "../support/products.ts";
import { startShop } from "../support/shop.ts";

const shop = await startShop();
const checkout = createCheckout(shop, await createProduct(shop, { quantity: 1_000 }));
const admin = await createAdmin(shop);
afterAll(() => shop.stop());

/** Places and pays an order of ten pieces at $12.50 each. */
async function payOrder() {
	const { shopper, order, secret, intent } = await checkout.beginPayment();
	await checkout.stripe.chargeCard(secret);
	await checkout.confirmPayment(shopper, order, intent);
	return { shopper, order };
}

test("an admin sees the amount before refunding pieces of an order", async () => {
	const { shopper, order } = await payOrder();
	const form = await (await openHtml(shop, `/dashbord/orders/${order}`, admin)).follow("Refund");
	const emptyFormPage = await form.press("Review refund");
	expect(emptyFormPage.text).toContain("Choose a reason");
	const tooManyPage = await emptyFormPage.press("Review refund", {
		"Some of the 10 pieces": true,
		Pieces: "11",
		Reason: "Damaged or defective",
	});
	expect(tooManyPage.text).toContain("At most 10 pieces can still be refunded");
	const review = await tooManyPage.press("Review refund", { Pieces: "4" });
	expect(review.text).toContain("4 pieces back into stock");
	const note = { "Note for the team (optional)": "Bent in transit" };
	const refunded = await review.press("Refund $50.00", note);
	expect(refunded.text).toContain("$50.00 refunded");
	expect(refunded.text).toContain("4 pieces, 4 restocked; Damaged or defective");
	const { text } = await openHtml(shop, `/dashbord/orders/${order}`, shopper);
	expect(text).toContain("$50.00, refunded to your payment method");
	expect(text).not.toContain("Bent in transit");
});

test("an admin can decline a customer's request to cancel a paid order", async () => {
	const { shopper, order } = await payOrder();
	const path = `/dashbord/orders/${order}`;
	const requestedPage = await (await openHtml(shop, path, shopper)).press("Ask to cancel");
	expect(requestedPage.text).toContain("You asked us to cancel this order on");
	const tablePath = `/dashbord/manageAllorders?search=${order}&by=id`;
	expect((await openHtml(shop, tablePath, admin)).text).toContain("Cancel requested");
	const adminPage = await openHtml(shop, path, admin);
	expect(adminPage.text).toContain("The customer asked to cancel this order");
	expect((await adminPage.press("Decline")).text).toContain(
		"Declined. The customer gets an email.",
	);
	const { text } = await openHtml(shop, path, shopper);
	expect(text).toContain("it was too late to stop it. We'll ship it as ordered");
});

test("an admin can correct a shipped order's tracking number, and the customer can follow it", async () => {
	const { shopper, order } = await payOrder();
	const path = `/dashbord/orders/${order}`;
	const form = await openHtml(shop, path, admin);
	const rejected = await form.press("Mark as shipped", { Carrier: "ups" });
	expect(rejected.text).toContain("Enter the tracking number too, or remove the carrier");
	const trackingNumber = { "Tracking number": "1Z 999 AA1 01 2345 6784" };
	const shipped = await rejected.press("Mark as shipped", trackingNumber);
	expect(shipped.text).toContain("Order get Shifting");
	expect(shipped.text).toContain("Correct the tracking number");
	const fields = { Carrier: "Joe's Freight", "Tracking number": "77 12" };
	const corrected = await shipped.press("Save", fields);
	expect(corrected.text).toContain("Tracking number saved.");
	expect(corrected.text).toContain("Joe's Freight 7712");
	const table = await openHtml(shop, `/dashbord/manageAllorders?search=${order}&by=id`, admin);
	expect(table.text).toContain("Joe's Freight 7712");
	await shop.db.update(orders).set({ carrier: "UPS" }).where(eq(orders.id, order));
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
	const { shopper, order } = await payOrder();
	await shop.db.update(orders).set({ shippedAt: new Date() }).where(eq(orders.id, order));
	const page = await openHtml(shop, `/dashbord/orders/${order}`, shopper);
	const received = await page.press("I received it");
	expect(received.text).toContain("Order marked as received");
	expect(received.text).toContain("You have received this order.");
	await expect(received.press("I received it")).rejects.toThrow("found 0");
	const row = await shop.db.select().from(orders).where(eq(orders.id, order)).get();
	expect(received.text).toContain(`Received${formatDay(row?.deliveredAt ?? new Date(0))}`);
	const tablePath = `/dashbord/manageAllorders?search=${order}&by=id&state=delivered`;
	const table = await openHtml(shop, tablePath, admin);
	expect(table.html).toMatch(/<button[^>]*>(?:<[^>]*>)*Deliverd</);
	const response = await shopper.fetch(`/specificorders/${order}`);
	expect(await response.json()).toMatchObject({ paid: true, shift: true });
});

test("staff can check pasted lines, and then ship the orders that are ready", async () => {
	const { id: productId } = await createProduct(shop);
	const paidValues = { productId, paidAt: new Date() };
	const [firstPaid, secondPaid] = [
		await addOrder(shop, paidValues),
		await addOrder(shop, paidValues),
	];
	const unpaidOrder = await addOrder(shop, { productId });
	const query = [firstPaid, secondPaid, unpaidOrder].map(({ id }) => `ids=${id}`).join("&");
	const form = await openHtml(shop, `/dashbord/ship?${query}`, admin);
	for (const { id } of [firstPaid, secondPaid, unpaidOrder])
		expect(form.valueOf("Orders")).toContain(`${orderNumber(id)}, , \n`);
	const lines = `Order;Carrier;Number\n${orderNumber(firstPaid.id)};ups;1Z 999\n${secondPaid.id};;\n${unpaidOrder.id};dhl;7`;
	const checked = await form.press("Check", { Orders: lines });
	expect(checked.text).toContain("2 orders ready, 1 cannot be shipped.");
	expect(checked.text).toContain("Cannot ship: Unpaid");
	const changed = await checked.press("Change the lines");
	expect(changed.valueOf("Orders")).toContain("1Z 999");
	const shipped = await (await changed.press("Check")).press("Ship 2 orders");
	expect(shipped.text).toContain("2 shipped, 1 cannot be shipped.");
	const readState = async ({ id }: { id: string }) =>
		(await shop.db.select().from(orders).where(eq(orders.id, id)).get())?.state;
	expect([
		await readState(firstPaid),
		await readState(secondPaid),
		await readState(unpaidOrder),
	]).toEqual([...["shipped", "shipped", "unpaid"]]);
});
