import { eq } from "drizzle-orm";
import { afterAll, expect, test, vi } from "vitest";
import { createId } from "#worker/auth/tokens.ts";
import { orders } from "#worker/db/schema.ts";
import { createAccount } from "../support/accounts.ts";
import { delayRequests, startBrowser } from "../support/browser.ts";
import { readEmails } from "../support/emails.ts";
import { tabAndPressEnter, tabAndType } from "../support/keyboard.ts";
import { payByCard, testCards } from "../support/pay-by-card.ts";
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

test("staff enter a phone order for two tools with the keyboard, and the customer pays for both through one link without an account", async () => {
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
	await staff
		.getByText("pay for all 2 unpaid orders that were placed together ($250.00 in one payment)")
		.waitFor();

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
