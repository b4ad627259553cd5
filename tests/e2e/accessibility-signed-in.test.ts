import { eq } from "drizzle-orm";
import * as v from "valibot";
import { afterAll, describe } from "vitest";
import { requiredMessages } from "#contract/messages.ts";
import { orders } from "#worker/db/schema.ts";
import { createAccount } from "../support/accounts.ts";
import { addAddress } from "../support/addresses.ts";
import { addBasketLine } from "../support/basket.ts";
import { startBrowser, waitForHydration } from "../support/browser.ts";
import { createCheckoutHelpers } from "../support/checkout.ts";
import { followLink, testAccessibility } from "../support/page-states.ts";
import { getCardFrame } from "../support/pay-by-card.ts";
import { createProduct } from "../support/products.ts";
import { addQuote } from "../support/quotes.ts";
import { addSavedList } from "../support/saved-lists.ts";
import { createJsonInit, startShop } from "../support/shop.ts";

const shop = await startShop();
const browser = startBrowser(shop);
afterAll(() => shop.stop());

const [shopper, newCustomer, otherShopper] = await Promise.all([
	createAccount(shop),
	createAccount(shop, { isVerified: false }),
	createAccount(shop),
]);
const [toolInStock, toolOutOfStock] = await Promise.all([
	createProduct(shop),
	createProduct(shop, { quantity: 3 }),
]);
for (const { id: productId } of [toolInStock, toolOutOfStock])
	await addBasketLine(shop, { userId: shopper.id, productId, quantity: 12, priceCents: 1_100 });
await addAddress(shop, shopper.id);
const quoteId = await addQuote(shop, { userId: shopper.id, productId: toolInStock.id });
const list = await addSavedList(shop, { userId: shopper.id, productId: toolInStock.id });
const othersList = await addSavedList(shop, { userId: otherShopper.id, productId: toolInStock.id });
const { placeOrder } = createCheckoutHelpers(shop, toolInStock);
async function placeCheckout(): Promise<string> {
	const lines = [{ toolId: toolInStock.id, quantity: 10 }];
	const input = { lines, location: "1 Bay Road", phone: "555 0100" };
	const response = await shopper.fetch("/checkouts", createJsonInit(input));
	return v.parse(v.object({ insertedId: v.string() }), await response.json()).insertedId;
}
const unpaidOrderId = await placeOrder(shopper);
const checkoutId = await placeCheckout();
const paidOrderId = await placeOrder(shopper);
const updateOrder = (id: string, values: Partial<typeof orders.$inferInsert>) =>
	shop.db.update(orders).set(values).where(eq(orders.id, id));
await updateOrder(paidOrderId, { paidAt: new Date(), transactionId: `pi_${paidOrderId}` });
const expiredOrderId = await placeOrder(shopper);
await updateOrder(expiredOrderId, { cancelledAt: new Date(), cancelReason: "expired" });

describe("for a shopper", () => {
	testAccessibility({ browser, account: shopper }, [
		{
			name: "the order form for a tool that is out of stock",
			path: `/purchase/${toolOutOfStock.id}`,
		},
		{
			name: "the order form for a tool that has sold out, after it was submitted",
			path: `/purchase/${toolOutOfStock.id}?confirm=1`,
		},
		{
			name: "the checkout with a tool that is out of stock",
			path: "/checkout",
			next: [
				{
					name: "the checkout with errors",
					action: async (page) => {
						await waitForHydration(page);
						await page.getByLabel("Another address").check();
						await page.getByLabel("Location").fill("");
						await page.getByRole("button", { name: /confirm/ }).click();
						await page.getByText("Location is Required").waitFor();
					},
				},
			],
		},
		{
			name: "my profile",
			path: "/dashbord",
			next: [
				{
					name: "the account deletion form",
					action: (page) => followLink(page, "/dashbord/deleteaccount"),
				},
				{
					name: "the account deletion form with its checkbox unchecked",
					action: async (page) => {
						await page.getByRole("button", { name: "Delete my account" }).click();
						await page.getByText("Check the box").waitFor();
					},
				},
				{ name: "the review form", action: (page) => followLink(page, "/dashbord/addreview") },
				{
					name: "the review form with errors",
					action: async (page) => {
						await page.locator("main").getByRole("button", { name: "Add Review" }).click();
						await page.getByText("Review is Required").waitFor();
					},
				},
			],
		},
		{
			name: "the quote request form",
			path: "/dashbord/requestquote",
			next: [
				{
					name: "the quote request form submitted without a tool",
					action: async (page) => {
						await page.getByLabel("Tools and quantities").fill("");
						await page.getByRole("button", { name: "Send request" }).click();
						await page.getByText(requiredMessages.quoteTools).waitFor();
					},
				},
				{ name: "my quotes", action: (page) => followLink(page, "/dashbord/myquotes") },
				{
					name: "a quote to accept",
					action: (page) => followLink(page, `/dashbord/myquotes/${quoteId}`),
				},
				{ name: "the saved lists", action: (page) => followLink(page, "/dashbord/lists") },
				{
					name: "a list that is shared",
					action: (page) => followLink(page, `/dashbord/lists/${list.id}`),
				},
				{
					name: "a list that is not shared",
					action: async (page) => {
						await page.getByRole("button", { name: "Stop sharing" }).click();
						await page.getByRole("dialog").getByRole("button", { name: "Stop sharing" }).click();
						await page.getByRole("button", { name: "Create a link" }).waitFor();
					},
				},
				{
					name: "a list that was emptied",
					action: async (page) => {
						await page
							.locator("main")
							.getByRole("button", { name: /^Remove/ })
							.click();
						await page.getByText("This list is empty").waitFor();
					},
				},
			],
		},
		{
			name: "another customer's list",
			path: `/list/${othersList.shareToken}`,
		},
		{
			name: "a paid order",
			path: `/dashbord/orders/${paidOrderId}`,
			next: [
				{
					name: "a paid order with a cancellation request",
					action: async (page) => {
						await page.getByRole("button", { name: "Request cancellation" }).click();
						await page
							.getByRole("dialog")
							.getByRole("button", { name: "Request cancellation" })
							.click();
						await page.getByText("You asked us to cancel this order on").waitFor();
					},
				},
				{
					name: "an invoice",
					action: (page) => followLink(page, `/dashbord/invoice/${paidOrderId}`),
				},
				{ name: "my orders", action: (page) => followLink(page, "/dashbord/myorders") },
				{
					name: "an unpaid order",
					action: (page) => followLink(page, `/dashbord/orders/${unpaidOrderId}`),
				},
				{
					name: "an order that was not paid in time",
					action: async (page) => {
						await followLink(page, "/dashbord/myorders");
						await page.getByRole("link", { name: "Show canceled orders" }).click();
						await followLink(page, `/dashbord/orders/${expiredOrderId}`);
					},
				},
				{
					name: "the dialog that confirms canceling an order",
					action: async (page) => {
						await followLink(page, "/dashbord/myorders");
						await page.getByRole("button", { name: "Cencel" }).first().click();
						await page.getByRole("dialog").waitFor();
					},
				},
			],
		},
		{
			name: "the order form, prefilled from an earlier order",
			path: `/purchase/${toolInStock.id}?again=${paidOrderId}`,
		},
		{
			name: "the order form with a saved address and company details",
			path: `/purchase/${toolInStock.id}`,
			action: async (page) => {
				await page.getByLabel("Workshop").waitFor();
				await page.getByText("Ordering for a company?").click();
			},
			next: [
				{
					name: "the order form with another address",
					action: (page) => page.getByLabel("Another address").check(),
				},
				{
					name: "the order form with errors",
					action: async (page) => {
						await page.getByLabel("Order quantity").fill("1");
						await page.getByRole("button", { name: "Confirm order" }).click();
						await page.locator("[name=quantity][aria-invalid=true]").waitFor();
					},
				},
			],
		},
		{
			name: "the saved addresses",
			path: "/dashbord/addresses",
			next: [
				{
					name: "the form for a saved address",
					action: async (page) => {
						await page.getByRole("link", { name: "Edit" }).click();
						await page.getByRole("heading", { name: "Edit Workshop" }).waitFor();
					},
				},
				{
					name: "the form for a saved address with errors",
					action: async (page) => {
						await page.getByLabel("Location").fill("");
						await page.getByRole("button", { name: "Save address" }).click();
						await page.getByText("Location is Required").waitFor();
					},
				},
			],
		},
		{
			name: "the payment page",
			path: `/dashbord/payment/${unpaidOrderId}`,
			action: (page) => getCardFrame(page).getByLabel("Card number").waitFor(),
		},
		{
			name: "the payment page for several orders",
			path: `/dashbord/checkout/${checkoutId}`,
			action: (page) => getCardFrame(page).getByLabel("Card number").waitFor(),
		},
	]);
});

describe("for a new customer", () => {
	testAccessibility({ browser, account: newCustomer }, [
		{
			name: "my orders without an order",
			path: "/dashbord/myorders",
			next: [
				{
					name: "my profile with an unverified email",
					action: (page) => followLink(page, "/dashbord/myprofile"),
				},
				{
					name: "the saved lists page without a list",
					action: (page) => followLink(page, "/dashbord/lists"),
				},
			],
		},
	]);
});
