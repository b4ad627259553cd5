import { eq } from "drizzle-orm";
import { afterAll } from "vitest";
import { errors } from "#contract/errors.ts";
import { refreshMs } from "#contract/limits.ts";
import { orderEmails, passkeys, products, sweepRuns } from "#worker/db/schema.ts";
import { createAccount, createAdmin } from "../support/accounts.ts";
import { startBrowser } from "../support/browser.ts";
import { addOrder, daysAgo } from "../support/orders.ts";
import { followLink, testAccessibility } from "../support/page-states.ts";
import { createProduct } from "../support/products.ts";
import { addQuote } from "../support/quotes.ts";
import { createJsonInit, startShop } from "../support/shop.ts";

const shop = await startShop();
const browser = startBrowser(shop);
afterAll(() => shop.stop());

const admin = await createAdmin(shop);
const { id: userId } = await createAccount(shop);
const { id: productId } = await createProduct(shop, { quantity: 12 });
const quoteId = await addQuote(shop, { userId, productId });
for (const days of [1, 3, 50]) await addOrder(shop, { productId, paidAt: daysAgo(days) });
const { id: unpaidOrderId } = await addOrder(shop, { productId });
const { id: cancelRequestedOrderId } = await addOrder(shop, {
	productId,
	paidAt: daysAgo(1),
	cancellationRequestedAt: daysAgo(1),
});
await createProduct(shop, { name: "Caliper kit" });
await shop.db.insert(orderEmails).values([
	{ orderId: unpaidOrderId, kind: "placed", sentAt: new Date() },
	{ orderId: unpaidOrderId, kind: "reminder", tries: 1, failure: "rejected" },
]);
await admin.fetch(`/products/${productId}`, createJsonInit({ updatequantity: 9 }, "PUT"));
const sweepRun = { found: 3, fixed: 2, failed: 1, failedTasks: "emails" };
await shop.db.insert(sweepRuns).values({ startedAt: new Date(), ms: 9, ...sweepRun });

testAccessibility({ browser, account: admin }, [
	{
		name: "the overview",
		path: "/dashbord/overview",
		action: (page) => page.locator(".recharts-line").first().waitFor(),
		next: [
			{
				name: "the overview of 12 months with its data table",
				action: async (page) => {
					await page.getByRole("link", { name: "Last 12 months" }).click();
					await page.waitForURL("/dashbord/overview?span=months");
					await page.getByText("Show data as a table").click();
				},
			},
			{
				name: "the status after checking the services again",
				action: async (page) => {
					await followLink(page, "/dashbord/status");
					await page.getByRole("button", { name: "Check again" }).click();
				},
			},
			{ name: "the audit log", action: (page) => followLink(page, "/dashbord/audit") },
		],
	},
	{
		name: "a new order with a customer search",
		path: "/dashbord/new-order?find=nobody",
		next: [
			{
				name: "a new order with a tool search",
				action: (page) => page.goto("/dashbord/new-order?customer=new&q=caliper"),
			},
			{
				name: "a new order with missing fields",
				action: async (page) => {
					await page.getByRole("button", { name: /^Add: / }).click();
					await page.getByRole("button", { name: "Review the order" }).click();
					await page.getByText("Location is Required").waitFor();
				},
			},
			{
				name: "the review of a new order",
				action: async (page) => {
					await page.getByLabel("Name", { exact: true }).fill("Ann Caller");
					await page.getByLabel("Email", { exact: true }).fill("ann.caller@example.com");
					await page.getByLabel("Location").fill("1 Bay Road");
					await page.getByLabel("Phone").fill("555 0100");
					await page.getByRole("button", { name: "Review the order" }).click();
					await page.getByRole("heading", { name: "Review" }).waitFor();
				},
			},
			{
				name: "a new order whose lines were not accepted",
				action: async (page) => {
					await shop.db
						.update(products)
						.set({ quantity: 0 })
						.where(eq(products.name, "Caliper kit"));
					await page.getByRole("button", { name: "Place order" }).click();
					await page.getByText(errors.lines_rejected.message).waitFor();
				},
			},
			{
				name: "an order with a payment link and an email that could not be delivered",
				action: async (page) => {
					await page.goto(`/dashbord/orders/${unpaidOrderId}`);
					await page.getByRole("button", { name: "Copy a payment link" }).click();
					await page.getByRole("textbox", { name: "Payment link" }).waitFor();
				},
			},
			{
				name: "an order with a cancellation request",
				action: async (page) => {
					await page.goto(`/dashbord/orders/${cancelRequestedOrderId}`);
					await page.getByText("The customer asked to cancel this order").waitFor();
				},
			},
		],
	},
	{
		name: "the payments ledger",
		path: "/dashbord/money",
		next: [
			{
				name: "the pick list and packing slips",
				action: (page) => followLink(page, "/dashbord/packing"),
			},
			{
				name: "checked shipment lines",
				action: async (page) => {
					await followLink(page, "/dashbord/ship");
					await page.getByLabel("Orders", { exact: true }).fill("000000000000, UPS, 1Z999");
					await page.getByRole("button", { name: "Check" }).click();
					await page.getByText("There is no order with this number").waitFor();
				},
			},
			{ name: "the product import", action: (page) => followLink(page, "/dashbord/import") },
			{
				name: "the comparison of an import with the products",
				action: async (page) => {
					await page.getByLabel("Or paste lines").fill("SKU,EAN,Price\nX-1,2,$3\n");
					await page.getByRole("button", { name: "Check the file" }).click();
					await page.getByRole("heading", { name: "Import: Pasted lines" }).waitFor();
				},
			},
			{ name: "the quotes", action: (page) => followLink(page, "/dashbord/quotes") },
			{
				name: "a quote to answer",
				action: (page) => followLink(page, `/dashbord/quotes/${quoteId}`),
			},
			{
				name: "a quote with a tool that is not found and an invalid price",
				action: async (page) => {
					await page.getByLabel("Add tools").fill("No such tool, 5");
					await page.getByRole("button", { name: "Add and update lines" }).click();
					await page.getByText("These lines match no tool").waitFor();
					await page.getByLabel("Add tools").fill("");
					await page.getByLabel("$ per piece").fill("free");
					await page.getByRole("button", { name: /Send/ }).click();
					await page.getByText(/^Price must be/).waitFor();
				},
			},
		],
	},
	{
		name: "the packing slip of an unknown order",
		path: "/dashbord/packing?ids=000000000000000000000000",
	},
	{
		name: "a table that offers to show new rows",
		path: "/dashbord/manageProducts",
		mockClock: true,
		// In a shorter viewport, the sticky bar would cover a row.
		height: 2_000,
		action: async (page) => {
			await page
				.getByLabel(/^Pieces of /)
				.first()
				.fill("7");
			await createProduct(shop, { quantity: 3 });
			await page.clock.runFor(refreshMs);
			await page.getByText("1 new").waitFor();
		},
	},
	{
		name: "the passkeys page without a passkey",
		path: "/dashbord/passkeys",
		next: [
			{
				name: "the passkeys page with a passkey",
				action: async (page) => {
					const key = { publicKey: "AAAA", algorithm: -7, canSync: true, isSynced: true };
					const row = {
						id: "accessibility",
						userId: admin.id,
						name: "My laptop",
						...key,
					};
					await shop.db.insert(passkeys).values(row);
					await page.reload();
					await page.getByText("Rename").click();
				},
			},
		],
	},
	{
		name: "two-factor authentication before the setup",
		path: "/dashbord/twofactor",
		next: [
			{
				name: "two-factor authentication during the setup",
				action: async (page) => {
					await page.getByRole("button", { name: "Set up" }).click();
					await page.getByRole("img", { name: "QR code" }).waitFor();
				},
			},
		],
	},
	{
		name: "all orders without a search result",
		path: "/dashbord/manageAllorders?search=nothing",
		next: [
			{
				name: "all orders",
				action: async (page) => {
					await page.getByRole("link", { name: "Show all orders" }).click();
					await page.getByRole("button", { name: "Shifting" }).first().waitFor();
				},
			},
			{
				name: "the form that adds a product",
				action: (page) => followLink(page, "/dashbord/addproducts"),
			},
			{ name: "the products", action: (page) => followLink(page, "/dashbord/manageProducts") },
			{
				name: "the form that edits a product",
				action: (page) => followLink(page, `/dashbord/updateproducts/${productId}`),
			},
			{
				name: "the stock history of a product",
				action: (page) => followLink(page, `/dashbord/stock/${productId}`),
			},
			{ name: "the list of low stock", action: (page) => followLink(page, "/dashbord/stock") },
			{ name: "the reviews", action: (page) => followLink(page, "/dashbord/manageReview") },
			{ name: "the users", action: (page) => followLink(page, "/dashbord/makeAdmin") },
			{
				name: "the dialog that confirms making a user an admin",
				action: async (page) => {
					await page.getByRole("button", { name: "make Admin" }).first().click();
					await page.getByRole("dialog").waitFor();
				},
			},
		],
	},
]);
