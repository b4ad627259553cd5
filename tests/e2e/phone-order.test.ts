import { eq } from "drizzle-orm";
import { afterAll, expect, test, vi } from "vitest";
import { orders } from "#worker/db/schema.ts";
import { createAccount } from "../support/accounts.ts";
import { delayRequests, startBrowser, waitForHydration } from "../support/browser.ts";
import { readEmails } from "../support/emails.ts";
import { isFocused, tabAndPressEnter, tabAndType } from "../support/keyboard.ts";
import { payByCard, testCards } from "../support/pay-by-card.ts";
import { createProduct } from "../support/products.ts";
import { startShop } from "../support/shop.ts";

const shop = await startShop();
const browser = startBrowser(shop);
afterAll(() => shop.stop());

const readOrderId = async (email: string) => {
	const [order] = await shop.db.select().from(orders).where(eq(orders.email, email));
	return order?.id;
};

const readPaymentPath = (email: string) =>
	vi.waitFor(async () => {
		const [message] = await readEmails(shop, email);
		const path = /\/pay\/[a-z2-7]{32}/.exec(message?.text ?? "")?.[0];
		if (!path) throw new Error(`no payment link for ${email}`);
		return path;
	});

test("staff enter a phone order for two tools with the keyboard, and the customer pays through a link without an account", async () => {
	// Short values, because each key press takes CPU time.
	const firstTool = await createProduct(shop, { name: "Pry bar", quantity: 100 });
	const secondTool = await createProduct(shop, { name: "Hoist", quantity: 100 });
	const staffPage = await browser.newPage({
		account: await createAccount(shop, { role: "support" }),
	});
	const email = "ann@example.com";
	await staffPage.goto("/dashbord/new-order");
	const showCustomer = await delayRequests(staffPage, /customer=new$/);
	await tabAndPressEnter(staffPage, staffPage.getByRole("link", { name: "New customer" }));
	await tabAndType(staffPage, staffPage.getByLabel("Add a tool"), firstTool.name);
	await staffPage.keyboard.press("Enter");
	await tabAndPressEnter(
		staffPage,
		staffPage.getByRole("button", { name: `Add: ${firstTool.name}` }),
	);
	showCustomer();
	// Otherwise, the keyboard would leave the button before focus moves to the field for the next tool.
	await staffPage.getByRole("button", { name: `Update: ${firstTool.name}` }).waitFor();
	await tabAndType(staffPage, staffPage.getByLabel("Add a tool"), secondTool.name);
	await staffPage.keyboard.press("Enter");
	await tabAndPressEnter(
		staffPage,
		staffPage.getByRole("button", { name: `Add: ${secondTool.name}` }),
	);
	await staffPage.getByRole("button", { name: `Update: ${secondTool.name}` }).waitFor();
	expect(await isFocused(staffPage.getByLabel("Add a tool")), "the field for the next tool").toBe(
		true,
	);
	await tabAndType(staffPage, staffPage.getByLabel("Name", { exact: true }), "Ann Caller");
	await tabAndType(staffPage, staffPage.getByLabel("Email", { exact: true }), email);
	await tabAndType(staffPage, staffPage.getByLabel("Location"), "1 Bay Road");
	await tabAndType(staffPage, staffPage.getByLabel("Phone"), "555 0100");
	const pieces = staffPage.getByLabel(`Pieces of ${secondTool.name}`);
	await pieces.fill("12");
	await tabAndPressEnter(staffPage, staffPage.getByRole("button", { name: "Review the order" }));
	expect(await isFocused(pieces), "12 is not updated yet").toBe(true);
	await pieces.fill("10");
	await tabAndPressEnter(staffPage, staffPage.getByRole("button", { name: "Review the order" }));
	await staffPage.getByText(`10 × ${secondTool.name}`).waitFor();
	await tabAndPressEnter(staffPage, staffPage.getByRole("button", { name: "Place 2 orders" }));
	await staffPage.getByRole("heading", { name: "Manage All Orders" }).waitFor();
	await staffPage.goto(`/dashbord/orders/${await readOrderId(email)}`);
	await staffPage
		.getByText("pay for all 2 unpaid orders that were placed together ($250.00 in one payment)")
		.waitFor();

	const customerPage = await browser.newPage();
	const path = await readPaymentPath(email);
	const response = await customerPage.goto(path);
	expect(response?.headers()).toMatchObject({
		"referrer-policy": "same-origin",
		"cache-control": "private, no-store",
		"x-robots-tag": expect.stringContaining("noindex"),
	});
	await customerPage.getByText("Total due").waitFor();
	expect(await customerPage.content()).not.toContain("1 Bay Road");
	await customerPage.getByText(secondTool.name).waitFor();
	await payByCard(customerPage, testCards.valid);
	await customerPage.getByRole("heading", { name: "Thank you for your orders" }).waitFor();
	await customerPage.reload();
	await customerPage.getByRole("heading", { name: "Thank you for your orders" }).waitFor();
	await customerPage.getByText("An account with this address lists the orders").waitFor();

	await staffPage.reload();
	await staffPage.getByText("Paid", { exact: true }).first().waitFor();
	expect(await staffPage.getByRole("heading", { name: "Payment link" }).count()).toBe(0);
});

test("what was typed for a new customer is still there after “Change customer” and Back", async () => {
	const { id } = await createProduct(shop);
	const page = await browser.newPage({ account: await createAccount(shop, { role: "support" }) });
	await page.goto(`/dashbord/new-order?customer=new&line=${id}:10`);
	await waitForHydration(page);
	const fields = { Name: "Nora New", Email: "nora@example.com", Location: "1 Bay Road" };
	for (const [label, value] of Object.entries(fields))
		await page.getByLabel(label, { exact: true }).fill(value);
	await page.getByRole("link", { name: "Change customer" }).click();
	// New Order shows the next step while it loads (`usePendingChoices`), before it is in the history.
	await page.waitForURL((url) => !url.searchParams.has("customer"));
	await expect.poll(() => isFocused(page.getByLabel("Find the customer"))).toBe(true);
	await page.goBack();
	await expect.poll(() => isFocused(page.getByLabel("Name", { exact: true }))).toBe(true);
	for (const [label, value] of Object.entries(fields))
		await expect.poll(() => page.getByLabel(label, { exact: true }).inputValue()).toBe(value);
	await page.getByLabel("Phone").fill("555 0100");
	await page.getByRole("button", { name: "Review the order" }).click();
	await page.getByRole("button", { name: "Place order" }).waitFor();
});

test("an order that is started again from the menu has no details of the customer before", async () => {
	const { id, name } = await createProduct(shop);
	const page = await browser.newPage({ account: await createAccount(shop, { role: "support" }) });
	await page.goto(`/dashbord/new-order?customer=new&line=${id}:10`);
	await waitForHydration(page);
	await page.getByLabel("Phone").fill("555 0100");
	await page.getByRole("link", { name: "New Order", exact: true }).click();
	await page.getByRole("link", { name: "New customer" }).click();
	await page.getByLabel("Add a tool").fill(name);
	await page.keyboard.press("Enter");
	await page.getByRole("button", { name: `Add: ${name}` }).click();
	expect(await page.getByLabel("Phone").inputValue()).toBe("");
});

test("after the tools, “New customer” focuses the name", async () => {
	const { id } = await createProduct(shop);
	const page = await browser.newPage({ account: await createAccount(shop, { role: "support" }) });
	await page.goto(`/dashbord/new-order?line=${id}:10`);
	await waitForHydration(page);
	await page.getByRole("link", { name: "New customer" }).press("Enter");
	await expect.poll(() => isFocused(page.getByLabel("Name", { exact: true }))).toBe(true);
});
