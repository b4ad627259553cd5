import { afterAll, expect, test } from "vitest";
import { success } from "#contract/messages.ts";
import { refundRequests } from "#worker/db/schema.ts";
import { findAccessibilityProblems } from "../support/accessibility.ts";
import { createAdmin } from "../support/accounts.ts";
import { startBrowser } from "../support/browser.ts";
import { createCheckoutHelpers } from "../support/checkout.ts";
import { openHtml } from "../support/html-page.ts";
import { createProduct } from "../support/products.ts";
import { startShop } from "../support/shop.ts";

const shop = await startShop();
const checkout = createCheckoutHelpers(shop, await createProduct(shop, { quantity: 1_000 }));
const browser = startBrowser(shop);
afterAll(() => shop.stop());

const admin = await createAdmin(shop);

/** Places and pays for an order of ten pieces at $12.50. */
async function placePaidOrder() {
	const { shopper, orderId, secret, intentId } = await checkout.beginPayment();
	await checkout.stripe.chargeCard(secret);
	await checkout.confirmPayment(shopper, orderId, intentId);
	return { shopper, orderId, intentId };
}

test("an admin previews and issues a partial refund, and the customer sees it", async () => {
	const { shopper, orderId } = await placePaidOrder();
	const page = await browser.newPage({ account: admin });
	await page.goto(`/dashbord/orders/${orderId}`);
	await page.getByRole("link", { name: "Refund", exact: true }).click();
	await page.getByRole("heading", { name: "Refund order" }).waitFor();
	expect(await findAccessibilityProblems(page)).toEqual([]);
	await page.getByRole("button", { name: "Review refund" }).click();
	await page.getByText("Choose a reason").last().waitFor();
	await page.getByLabel("Pieces", { exact: true }).fill("11");
	await page.getByLabel("Reason").selectOption("Damaged or defective");
	await page.getByRole("button", { name: "Review refund" }).click();
	await page.getByText("At most 10 pieces can still be refunded").waitFor();
	await page.getByLabel("Pieces", { exact: true }).fill("4");
	await page.getByRole("button", { name: "Review refund" }).click();
	await page.getByText("4 pieces back into stock").waitFor();
	expect(await findAccessibilityProblems(page)).toEqual([]);
	await page.getByLabel("Note for the team (optional)").fill("Bent in transit");
	await page.getByRole("button", { name: "Refund $50.00" }).click();
	await page.getByText("$50.00 refunded").first().waitFor();
	await page.getByText("4 pieces, 4 restocked; Damaged or defective").waitFor();
	const { text } = await openHtml(shop, `/dashbord/orders/${orderId}`, shopper);
	expect(text).toContain("$50.00, refunded to your payment method");
	expect(text).not.toContain("Bent in transit");
});

test("an admin cancels and refunds a paid order from the orders table; a double click refunds it only once", async () => {
	const { shopper, orderId } = await placePaidOrder();
	const page = await browser.newPage({ account: admin });
	await page.goto(`/dashbord/manageAllorders?search=${orderId}&by=id`);
	await page.getByRole("link", { name: "Refund", exact: true }).click();
	await page.getByLabel("Reason").selectOption("Requested by the customer");
	await page.getByRole("button", { name: "Review refund" }).click();
	await page.getByText("The order is canceled").waitFor();
	await page.getByRole("button", { name: "Cancel and refund $125.00" }).dblclick();
	await page.getByText("$125.00 refunded").first().waitFor();
	expect(await page.getByRole("link", { name: "Refund", exact: true }).count()).toBe(0);
	await page.goBack();
	await page.getByText("Nothing is left to refund.").waitFor();
	const requests = await shop.db.select().from(refundRequests);
	expect(requests.filter((request) => request.orderId === orderId)).toMatchObject([
		{ status: "sent" },
	]);
	const { text } = await openHtml(shop, `/dashbord/orders/${orderId}`, shopper);
	expect(text).toContain("This order was canceled, and its payment has been refunded.");
	await page.goto(`/dashbord/manageAllorders?search=${orderId}&by=id`);
	await page.locator(".badge", { hasText: "Refunded" }).waitFor();
});

test("staff restock the pieces of an order that was refunded in the Stripe Dashboard", async () => {
	const { orderId, intentId } = await placePaidOrder();
	await checkout.stripe.refundInDashboard(intentId);
	await checkout.stripe.releaseWebhooks(orderId);
	const page = await browser.newPage({ account: admin, allowedProblems: [/status of 400/] });
	await page.goto(`/dashbord/orders/${orderId}`);
	await page.getByRole("link", { name: "Put back into stock" }).click();
	await page.getByText("10 pieces are not back in stock").waitFor();
	const pieces = page.getByLabel("Pieces to put back into stock");
	await pieces.fill("11");
	await page.getByRole("button", { name: "Put back into stock" }).click();
	await page.getByText("At most 10 pieces can be put back into stock").waitFor();
	expect(await findAccessibilityProblems(page, { everyColorScheme: true })).toEqual([]);
	await pieces.fill("4");
	await page.getByRole("button", { name: "Put back into stock" }).click();
	await page.getByText("4 pieces put back into stock").waitFor();
	await page.getByRole("link", { name: "Put back into stock" }).click();
	expect(await pieces.inputValue()).toBe("6");
});

test("staff update an order that was refunded in the Stripe Dashboard after its webhooks were lost", async () => {
	const { orderId, intentId } = await placePaidOrder();
	await checkout.stripe.overrideBehavior(orderId, { webhooks: "drop" });
	await checkout.stripe.refundInDashboard(intentId);
	const page = await browser.newPage({ account: admin, width: 390 });
	await page.goto(`/dashbord/orders/${orderId}`);
	await page.getByRole("link", { name: "Refund", exact: true }).waitFor();
	const checkButton = page.getByRole("button", { name: "Check with Stripe" });
	await checkButton.click();
	await page.getByText(success.orderUpdated).waitFor();
	await page.getByRole("link", { name: "Put back into stock" }).waitFor();
	await checkButton.click();
	await page.getByText(success.orderMatchesStripe).waitFor();
});
