import { afterAll, expect, test, vi } from "vitest";
import { createId } from "#worker/auth/tokens.ts";
import { findAccessibilityProblems } from "../support/accessibility.ts";
import { createAccount } from "../support/accounts.ts";
import { startBrowser } from "../support/browser.ts";
import { payByCard, testCards } from "../support/card.ts";
import { readEmails } from "../support/emails.ts";
import { tabAndPressEnter, tabAndType } from "../support/keyboard.ts";
import { createProduct } from "../support/products.ts";
import { startShop } from "../support/shop.ts";

const shop = await startShop();
const browser = await startBrowser(shop);
afterAll(() => shop.stop());

const readPayPath = (email: string) =>
	vi.waitFor(async () => {
		const [message] = await readEmails(shop, email);
		const path = /\/pay\/[a-z2-7]{32}/.exec(message?.text ?? "")?.[0];
		if (!path) throw new Error(`no payment link for ${email}`);
		return path;
	});

test("staff take an order by keyboard, and the customer pays it by the link without an account", async () => {
	const tool = await createProduct(shop, { quantity: 100 });
	const staff = await browser.newPage({ account: await createAccount(shop, { role: "support" }) });
	const email = `${createId()}@example.com`;
	await staff.goto("/dashbord/new-order");
	await tabAndPressEnter(staff, staff.getByRole("link", { name: "New customer" }));
	await tabAndType(staff, staff.getByLabel("Add a tool"), tool.name);
	await staff.keyboard.press("Enter");
	await tabAndPressEnter(staff, staff.getByRole("button", { name: `Add: ${tool.name}` }));
	expect(await findAccessibilityProblems(staff)).toEqual([]);
	await tabAndType(staff, staff.getByLabel("Name", { exact: true }), "Ann Caller");
	await tabAndType(staff, staff.getByLabel("Email", { exact: true }), email);
	await tabAndType(staff, staff.getByLabel("Location"), "1 Bay Road");
	await tabAndType(staff, staff.getByLabel("Phone"), "555 0100");
	await tabAndPressEnter(staff, staff.getByRole("button", { name: "Review the order" }));
	await staff.getByText("10 pieces of").waitFor();
	expect(await findAccessibilityProblems(staff)).toEqual([]);
	await tabAndPressEnter(staff, staff.getByRole("button", { name: "Place order" }));
	await staff.getByRole("heading", { name: /^Order / }).waitFor();

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
	expect(await findAccessibilityProblems(customer)).toEqual([]);
	await payByCard(customer, testCards.valid);
	await customer.getByRole("heading", { name: "Thank you for your order" }).waitFor();
	expect(await findAccessibilityProblems(customer)).toEqual([]);
	await customer.reload();
	await customer.getByRole("heading", { name: "Thank you for your order" }).waitFor();

	await staff.reload();
	await staff.getByText("Paid", { exact: true }).first().waitFor();
	expect(await staff.getByRole("heading", { name: "Payment link" }).count()).toBe(0);
});

test("staff take an order without JavaScript, and copy a link that other visitors' guesses do not match", async () => {
	const tool = await createProduct(shop, { quantity: 100 });
	const shopper = await createAccount(shop);
	const account = await createAccount(shop, { role: "admin" });
	const staff = await browser.newPage({ account, javaScript: false });
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
	await staff.getByLabel("Location").fill("1 Bay Road");
	await staff.getByLabel("Phone").fill("555 0100");
	await staff.getByRole("button", { name: "Review the order" }).click();
	await staff.getByRole("button", { name: "Place order" }).click();
	await staff.getByRole("button", { name: "Copy a payment link" }).click();
	const link = await staff.getByRole("textbox", { name: "Payment link" }).inputValue();
	const visitor = await browser.newPage({
		javaScript: false,
		allowedProblems: [/status of 404/],
	});
	await visitor.goto(new URL(link).pathname);
	const warning = visitor.locator("noscript .alert");
	expect(await warning.textContent()).toContain("Paying by card needs JavaScript.");
	const guess = await visitor.goto(`/pay/${"a".repeat(32)}`);
	expect(guess?.status()).toBe(404);
	await visitor.getByRole("heading", { name: "This link does not work" }).waitFor();
});
