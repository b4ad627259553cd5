import { eq } from "drizzle-orm";
import type { Page } from "playwright-core";
import { afterAll, expect, test } from "vitest";
import { createId } from "#worker/auth/tokens.ts";
import { users } from "#worker/db/schema.ts";
import { createAccount, createAdmin, type TestAccount } from "../support/accounts.ts";
import { startBrowser, waitForHydration } from "../support/browser.ts";
import { isFocused, tabAndPressEnter, tabAndType, tabTo } from "../support/keyboard.ts";
import { validPassword } from "../support/passwords.ts";
import { getCardFrame, testCards } from "../support/pay-by-card.ts";
import { createProduct } from "../support/products.ts";
import { createJsonInit, startShop } from "../support/shop.ts";

const shop = await startShop();
const browser = startBrowser(shop);
afterAll(() => shop.stop());

const getButton = (page: Page, name: string | RegExp) =>
	page.locator("main").getByRole("button", { name, exact: true });
const getLink = (page: Page, name: string) => page.getByRole("link", { name, exact: true });

async function signUp(page: Page): Promise<void> {
	await page.goto("/login");
	await tabAndPressEnter(page, getLink(page, "Create an account"));
	await page.waitForURL(/\/signup/);
	await tabAndType(page, page.getByLabel("Name"), "Kay Board");
	await tabAndType(page, page.getByLabel("Email"), `${createId()}@example.com`);
	await tabAndType(page, page.getByLabel("Password", { exact: true }), validPassword);
	await page.keyboard.press("Enter");
	await page.waitForURL("/");
}

/** Uses the search field that a button in the navbar opens on phones. */
async function search(page: Page, searchText: string): Promise<void> {
	const field = page.locator("input:visible").and(page.getByLabel("Find tools", { exact: true }));
	await tabAndPressEnter(page, page.getByRole("button", { name: "Find tools" }));
	await tabAndType(page, field, searchText);
	await page.keyboard.press("Enter");
	await page.getByRole("heading", { name: `Results for “${searchText}”` }).waitFor();
}

async function payWithKeyboard(page: Page, card: string): Promise<void> {
	const frame = getCardFrame(page);
	await tabAndType(page, frame.getByLabel("Card number"), card);
	await tabAndType(page, frame.getByLabel("Expiration date"), "12 / 34");
	await tabAndType(page, frame.getByLabel("CVC"), "123");
	await tabAndType(page, frame.getByLabel("ZIP"), "94107");
	await tabAndPressEnter(page, getButton(page, "Pay"));
	await page.locator("h1:focus", { hasText: "Thank you for your order" }).waitFor();
}

test("a visitor signs up, searches and buys on a narrow screen with the keyboard alone", async () => {
	// A short name, because each key press takes CPU time.
	const { name } = await createProduct(shop, { name: "Hoist" });
	const page = await browser.newPage({ width: 390 });
	await page.goto("/");
	await page.keyboard.press("Tab");
	await tabAndPressEnter(page, getLink(page, "Skip to content"));
	expect(await isFocused(page.locator("main"))).toBe(true);
	await signUp(page);
	await search(page, name);
	await tabAndPressEnter(page, getLink(page, `Purchase ${name}`));
	await tabAndType(page, page.getByLabel("Location"), "1 Workshop Lane");
	await tabAndType(page, page.getByLabel("Phone", { exact: true }), "555 0100");
	await tabAndPressEnter(page, getButton(page, "Confirm order"));
	await payWithKeyboard(page, testCards.valid);
	await tabAndPressEnter(page, getLink(page, "View your order"));
	await page.getByText("We're preparing your order").waitFor();
});

/** Places an order and returns the name of its product. */
async function placeOrder(account: TestAccount): Promise<string> {
	const { id, name } = await createProduct(shop);
	const { email } = account;
	const input = { toolId: id, email, quantity: 10, location: "Bay", phone: "1" };
	expect((await account.fetch("/orders", createJsonInit(input))).status).toBe(200);
	return name;
}

test("a shopper cancels an order with the keyboard alone, and Escape closes the dialog", async () => {
	const account = await createAccount(shop);
	const productName = await placeOrder(account);
	const page = await browser.newPage({ account });
	await page.goto("/dashbord/myorders");
	const row = page.getByRole("row", { name: productName });
	await tabAndPressEnter(page, row.getByRole("button", { name: "Cencel" }));
	await page.getByRole("dialog").waitFor();
	await page.keyboard.press("Escape");
	await expect.poll(() => page.getByRole("dialog").count()).toBe(0);
	await tabTo(page, row.getByRole("button", { name: "Cencel" }));
	await page.keyboard.press("Enter");
	const dialog = page.getByRole("dialog");
	await tabAndPressEnter(page, dialog.getByRole("button", { name: "Cancel this order" }));
	await page.getByText("Delete Order successfully").waitFor();
	await expect.poll(() => row.count()).toBe(0);
});

test("an admin changes a product with the keyboard alone", async () => {
	const { id, name } = await createProduct(shop, { quantity: 40 });
	const page = await browser.newPage({ account: await createAdmin(shop) });
	await page.goto("/dashbord/manageProducts");
	await tabAndPressEnter(
		page,
		page.getByRole("row", { name }).getByRole("link", { name: /Update Product/ }),
	);
	await page.waitForURL(`/dashbord/updateproducts/${id}`);
	await tabAndType(page, page.getByLabel("Quantity in stock (pieces)"), "55");
	await page.keyboard.press("Enter");
	await page.waitForURL("/dashbord/manageProducts");
	await page.getByRole("row", { name }).getByText("55", { exact: true }).waitFor();
});

test("a shopper deletes an account with the keyboard alone", async () => {
	const password = validPassword;
	const account = await createAccount(shop, { password, useFastHash: true });
	const page = await browser.newPage({ account });
	await page.goto("/dashbord/deleteaccount");
	await waitForHydration(page);
	await page.getByLabel("Password", { exact: true }).focus();
	await page.keyboard.press("Enter");
	await page.getByText("Password is Required").first().waitFor();
	await page.getByText("Check the box to confirm").first().waitFor();
	await page.keyboard.type(password);
	await page.keyboard.press("Tab");
	await page.keyboard.press("Tab");
	await page.keyboard.press("Space");
	await page.keyboard.press("Tab");
	await page.keyboard.press("Enter");
	await page.waitForURL("/");
	await page.getByText("Your account has been deleted.").waitFor();
	expect(await shop.db.$count(users, eq(users.id, account.id))).toBe(0);
});
