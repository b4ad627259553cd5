import { eq } from "drizzle-orm";
import { afterAll, expect, test, vi } from "vitest";
import { errors } from "#contract/errors.ts";
import { payment } from "#contract/messages.ts";
import { createId } from "#worker/auth/tokens.ts";
import { orders, products } from "#worker/db/schema.ts";
import { createAccount } from "../support/accounts.ts";
import { delayRequests, startBrowser } from "../support/browser.ts";
import { payByCard, testCards } from "../support/card.ts";
import { readEmails } from "../support/emails.ts";
import { tabAndPressEnter, tabAndType } from "../support/keyboard.ts";
import { addOrder } from "../support/orders.ts";
import { createProduct } from "../support/products.ts";
import { startShop } from "../support/shop.ts";

const shop = await startShop();
const browser = await startBrowser(shop);
afterAll(() => shop.stop());

const readOrderId = async (email: string) => {
	const [order] = await shop.db.select().from(orders).where(eq(orders.email, email));
	return order?.id;
};

const readPayPath = (email: string) =>
	vi.waitFor(async () => {
		const [message] = await readEmails(shop, email);
		const path = /\/pay\/[a-z2-7]{32}/.exec(message?.text ?? "")?.[0];
		if (!path) throw new Error(`no payment link for ${email}`);
		return path;
	});

test("staff take an order of two tools by keyboard, and the customer pays both by one link without an account", async () => {
	const tool = await createProduct(shop, { quantity: 100 });
	const second = await createProduct(shop, { quantity: 100 });
	const staff = await browser.newPage({ account: await createAccount(shop, { role: "support" }) });
	const email = `${createId()}@example.com`;
	await staff.goto("/dashbord/new-order");
	const showCustomer = await delayRequests(staff, /customer=new$/);
	await tabAndPressEnter(staff, staff.getByRole("link", { name: "New customer" }));
	await tabAndType(staff, staff.getByLabel("Add a tool"), tool.name);
	await staff.keyboard.press("Enter");
	await tabAndPressEnter(staff, staff.getByRole("button", { name: `Add: ${tool.name}` }));
	showCustomer();
	await tabAndType(staff, staff.getByLabel("Add a tool"), second.name);
	await staff.keyboard.press("Enter");
	await tabAndPressEnter(staff, staff.getByRole("button", { name: `Add: ${second.name}` }));
	await staff.getByRole("button", { name: `Update: ${second.name}` }).waitFor();
	const isFocused = (label: string) =>
		staff.getByLabel(label).evaluate((field) => field === document.activeElement);
	expect(await isFocused("Add a tool"), "for the next one").toBe(true);
	await tabAndType(staff, staff.getByLabel("Name", { exact: true }), "Ann Caller");
	await tabAndType(staff, staff.getByLabel("Email", { exact: true }), email);
	await tabAndType(staff, staff.getByLabel("Location"), "1 Bay Road");
	await tabAndType(staff, staff.getByLabel("Phone"), "555 0100");
	const pieces = `Pieces of ${second.name}`;
	await staff.getByLabel(pieces).fill("12");
	await tabAndPressEnter(staff, staff.getByRole("button", { name: "Review the order" }));
	expect(await isFocused(pieces), "12 is not updated yet").toBe(true);
	await staff.getByLabel(pieces).fill("10");
	await tabAndPressEnter(staff, staff.getByRole("button", { name: "Review the order" }));
	await staff.getByText("10 pieces of").first().waitFor();
	await tabAndPressEnter(staff, staff.getByRole("button", { name: "Place 2 orders" }));
	await staff.getByRole("heading", { name: "Manage All Orders" }).waitFor();
	await staff.goto(`/dashbord/orders/${await readOrderId(email)}`);
	await staff.getByText("pays all 2 unpaid orders that were placed together, $250.00").waitFor();

	const customer = await browser.newPage({});
	const path = await readPayPath(email);
	const response = await customer.goto(path);
	expect(response?.headers()).toMatchObject({
		"referrer-policy": "same-origin",
		"cache-control": "private, no-store",
		"x-robots-tag": expect.stringContaining("noindex"),
	});
	await customer.getByText("Total due").waitFor();
	expect(await customer.content()).not.toContain("1 Bay Road");
	await customer.getByText(second.name).waitFor();
	await payByCard(customer, testCards.valid);
	await customer.getByRole("heading", { name: "Thank you for your orders" }).waitFor();
	await customer.reload();
	await customer.getByRole("heading", { name: "Thank you for your orders" }).waitFor();

	await staff.reload();
	await staff.getByText("Paid", { exact: true }).first().waitFor();
	expect(await staff.getByRole("heading", { name: "Payment link" }).count()).toBe(0);
});

test("staff take an order without JavaScript, and copy a link that other visitors' guesses do not match", async () => {
	const tool = await createProduct(shop, { quantity: 100 });
	const shopper = await createAccount(shop);
	const { id: userId } = shopper;
	await addOrder(shop, { productId: tool.id, userId, paidAt: new Date(), company: "Bay Garage" });
	const account = await createAccount(shop, { role: "admin" });
	const staff = await browser.newPage({
		account,
		javaScript: false,
		allowedProblems: [/status of 409/],
	});
	await staff.goto("/dashbord/new-order");
	await staff.getByLabel("Find the customer").fill(shopper.email.slice(0, 20));
	const search = staff.getByRole("main").getByRole("button", { name: "Search", exact: true });
	await search.first().click();
	await staff.getByRole("link", { name: /^Order for/ }).click();
	await staff.getByLabel("Add a tool").fill(tool.name);
	await search.click();
	await staff.getByLabel(`Pieces of ${tool.name}`).fill("1000");
	await staff.getByRole("button", { name: `Add: ${tool.name}` }).click();
	await staff.getByText("1000 pices is not available").waitFor();
	await staff.getByLabel(`Pieces of ${tool.name}`).fill("20");
	await staff.getByRole("button", { name: `Update: ${tool.name}` }).click();
	expect(await staff.getByLabel("Location").inputValue()).toBe("1 Bay Road");
	expect(await staff.getByLabel("Phone").inputValue()).toBe("555 0100");
	expect(await staff.getByLabel("Company").inputValue()).toBe("Bay Garage");
	await staff.getByLabel("Company").fill("");
	await staff.getByLabel("Location").fill("2 Bay Road");
	await staff.getByRole("button", { name: "Review the order" }).click();
	await staff.getByRole("button", { name: "Go back" }).click();
	expect(await staff.getByLabel("Location").inputValue()).toBe("2 Bay Road");
	expect(await staff.getByLabel("Company").inputValue(), "was emptied").toBe("");
	await staff.getByRole("button", { name: "Review the order" }).click();
	await shop.db.update(products).set({ quantity: 10 }).where(eq(products.id, tool.id));
	await staff.getByRole("button", { name: "Place order" }).click();
	await staff.getByText(errors.lines_rejected.message).waitFor();
	await staff.getByText("20 pices is not available").waitFor();
	await staff.getByLabel(`Pieces of ${tool.name}`).fill("10");
	await staff.getByRole("button", { name: `Update: ${tool.name}` }).click();
	await staff.getByText("10 × $12.50").waitFor();
	expect(await staff.getByLabel("Location").inputValue()).toBe("2 Bay Road");
	await staff.getByRole("button", { name: "Review the order" }).click();
	await staff.getByRole("button", { name: "Place order" }).click();
	await staff.getByRole("button", { name: "Copy a payment link" }).click();
	const link = await staff.getByRole("textbox", { name: "Payment link" }).inputValue();
	const visitor = await browser.newPage({
		javaScript: false,
		allowedProblems: [/status of 404/],
	});
	await visitor.goto(new URL(link).pathname);
	expect(await visitor.locator("noscript .alert").textContent()).toContain(payment.needsScript);
	await visitor.getByRole("button", { name: "Dark" }).click();
	await visitor.locator("html[data-theme=dark]").waitFor();
	expect(new URL(visitor.url()).pathname).toBe(new URL(link).pathname);
	const guess = await visitor.goto(`/pay/${"a".repeat(32)}`);
	expect(guess?.status()).toBe(404);
	await visitor.getByRole("heading", { name: "This link does not work" }).waitFor();
});
