import type { Page } from "playwright-core";
import { afterAll, expect, test } from "vitest";
import { createId } from "#worker/auth/tokens.ts";
import { createAdmin } from "../support/accounts.ts";
import { startBrowser } from "../support/browser.ts";
import { validPassword } from "../support/passwords.ts";
import { payByCard, testCards } from "../support/pay-by-card.ts";
import { createProduct } from "../support/products.ts";
import { startShop } from "../support/shop.ts";

const shop = await startShop();
const browser = startBrowser(shop);
afterAll(() => shop.stop());

async function signUp(page: Page, name: string): Promise<void> {
	await page.goto("/signup");
	await page.getByLabel("Name").fill(name);
	await page.getByLabel("Email").fill(`${createId()}@example.com`);
	await page.getByLabel("Password", { exact: true }).fill(validPassword);
	await page.getByRole("button", { name: "Sign up" }).click();
	await page.waitForURL("/");
}

async function placeOrder(page: Page, toolName: string): Promise<void> {
	await page.getByRole("link", { name: `Purchase ${toolName}` }).click();
	await page.getByLabel("Location").fill("1 Workshop Lane");
	await page.getByLabel("Phone", { exact: true }).fill("555 0100");
	await page.getByRole("button", { name: "Confirm order" }).click();
	await page.getByText("your order is wait for payment").waitFor();
}

/** Pays, and returns the transaction id that My Orders shows. */
async function pay(page: Page): Promise<string | null> {
	await payByCard(page, testCards.valid);
	await page.getByText("payment Done").waitFor();
	await page.getByRole("link", { name: "My Orders", exact: true }).last().click();
	const row = page.getByRole("row", { name: /paid/ });
	return row.getByRole("cell").last().textContent();
}

async function shipOrder(adminPage: Page, customer: string): Promise<void> {
	await adminPage.goto("/dashbord/manageAllorders");
	const row = adminPage.getByRole("row", { name: customer });
	await row.getByRole("button", { name: "Shifting" }).click();
	const dialog = adminPage.getByRole("dialog", { name: "Are shure about shifting ?" });
	await dialog.getByRole("button", { name: "Shifting" }).click();
	await adminPage.getByText("Order get Shifting").waitFor();
	expect(await row.getByRole("button", { name: "Deliverd" }).isDisabled()).toBe(true);
}

/** The test opens a dozen pages in two browsers. */
const timeout = 60_000;

test("a customer signs up, orders and pays, and an admin ships the order", {
	timeout,
}, async () => {
	const { name } = await createProduct(shop, { minimum: 4, priceCents: 2_575 });
	const customer = `Customer ${createId()}`;
	const page = await browser.newPage();
	await signUp(page, customer);
	await placeOrder(page, name);
	await page.getByRole("heading", { name: customer }).waitFor();
	await page.getByText(`4 × ${name}`).waitFor();
	await page.getByRole("form", { name: "Card payment" }).getByText("$103.00").waitFor();
	expect(await pay(page)).toMatch(/^pi_\w+$/);
	await shipOrder(await browser.newPage({ account: await createAdmin(shop) }), customer);
	await page.reload();
	await page.getByRole("row", { name: /paid/ }).getByText("Shipped").waitFor();
});
