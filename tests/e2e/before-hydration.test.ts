import { eq } from "drizzle-orm";
import type { Locator, Page } from "playwright-core";
import { afterAll, expect, test } from "vitest";
import { products } from "#worker/db/schema.ts";
import { createAccount, createAdmin } from "../support/accounts.ts";
import { delayRequests, startBrowser, waitForHydration } from "../support/browser.ts";
import { isFocused } from "../support/keyboard.ts";
import { validPassword } from "../support/passwords.ts";
import { createProduct } from "../support/products.ts";
import { startShop } from "../support/shop.ts";

const shop = await startShop();
const browser = startBrowser(shop);
afterAll(() => shop.stop());

const getInputType = (field: Locator) => field.getAttribute("type");
const getButton = (page: Page, name: string) => page.getByRole("button", { name, exact: true });

test("a password made visible before the script loads stays visible", async () => {
	const page = await browser.newPage();
	const continueScripts = await delayRequests(page, /\.js$/);
	await page.goto("/login", { waitUntil: "commit" });
	await page.getByRole("checkbox", { name: "See password" }).check();
	continueScripts();
	const passwordField = page.getByLabel("Password", { exact: true });
	await expect.poll(() => getInputType(passwordField)).toBe("text");
	await waitForHydration(page);
	await getButton(page, "Login").click();
	await page.getByText("Email is Required", { exact: true }).waitFor();
	expect(await getInputType(passwordField)).toBe("text");
});

test("a late script does not move focus after a form was rejected", async () => {
	const { email } = await createAccount(shop);
	const page = await browser.newPage({ allowedProblems: [/status of 400/] });
	const continueScripts = await delayRequests(page, /\.js$/);
	await page.goto("/signup", { waitUntil: "commit" });
	await page.getByLabel("Name").fill("Rae Ratchet");
	await page.getByLabel("Email").fill(email);
	const passwordField = page.getByLabel("Password", { exact: true });
	await passwordField.fill(validPassword);
	await getButton(page, "Sign up").click();
	await page.getByText("There is already an account with this email").waitFor();
	// A browser focuses an `autofocus` element when it renders the page, which may be after the text was found.
	await expect.poll(() => isFocused(page.getByLabel("Email"))).toBe(true);
	await passwordField.fill("another");
	continueScripts();
	await waitForHydration(page);
	expect(await isFocused(passwordField)).toBe(true);
	expect(await passwordField.inputValue()).toBe("another");
});

test("Purchase takes a quantity typed before the script loads to the order form", async () => {
	const { id } = await createProduct(shop);
	const page = await browser.newPage({ account: await createAccount(shop) });
	const continueScripts = await delayRequests(page, /\.js$/);
	await page.goto(`/tools/${id}`, { waitUntil: "commit" });
	await page.getByLabel("Quantity").fill("24");
	await page.getByText("Purchase", { exact: true }).filter({ visible: true }).click();
	await page.waitForURL(/\/purchase\//, { waitUntil: "commit" });
	continueScripts();
	expect(await page.getByLabel("Order quantity").inputValue()).toBe("24");
});

/** Presses the mouse button on `target`, and keeps it pressed while `start` runs. */
async function pressDuring(page: Page, target: Locator, start: () => Promise<void>) {
	await target.hover();
	await page.mouse.down();
	await start();
}

/** Presses Purchase on a tool's page while its script starts. */
async function pressPurchase() {
	const { id } = await createProduct(shop);
	const page = await browser.newPage({ account: await createAccount(shop) });
	const continueScripts = await delayRequests(page, /\.js$/);
	await page.goto(`/tools/${id}`, { waitUntil: "commit" });
	await pressDuring(page, getButton(page, "Purchase"), async () => {
		continueScripts();
		await page.locator("[data-buy-form=started]").waitFor();
	});
	return page;
}

test("Purchase opens the order form if it was pressed before its script starts and released afterward", async () => {
	const page = await pressPurchase();
	await page.mouse.up();
	await page.waitForURL(/\/purchase\//);
});

test("the Purchase button becomes a link after a press that ends elsewhere", async () => {
	const page = await pressPurchase();
	expect(await getButton(page, "Purchase").isVisible()).toBe(true);
	await page.mouse.move(1, 1);
	await page.mouse.up();
	await page.getByRole("link", { name: "Purchase", exact: true }).click();
	await page.waitForURL(/\/purchase\//);
});

test("a link in a message works if it was pressed before the script starts and released afterward", async () => {
	const page = await browser.newPage();
	const link = { href: "/basket", label: "View basket" };
	const value = encodeURIComponent(JSON.stringify({ kind: "success", text: "Added", link }));
	await page.context().addCookies([{ name: "flash", value, url: shop.url }]);
	const continueScripts = await delayRequests(page, /\.js$/);
	await page.goto("/tools", { waitUntil: "commit" });
	await pressDuring(page, page.getByRole("link", { name: link.label }), async () => {
		continueScripts();
		await waitForHydration(page);
	});
	await page.mouse.up();
	await page.waitForURL("/basket");
});

test("a prefilled field keeps text typed before its script loads", async () => {
	const product = await createProduct(shop);
	const page = await browser.newPage({ account: await createAdmin(shop) });
	const continueScripts = await delayRequests(page, /\/assets\/.*\.js/);
	await page.goto(`/dashbord/updateproducts/${product.id}`, { waitUntil: "commit" });
	const description = page.getByLabel("Short description");
	await description.fill("A new text");
	continueScripts();
	await waitForHydration(page);
	expect(await description.inputValue()).toBe("A new text");
	await getButton(page, "Update Product").click();
	await page.getByText("Product Updated").waitFor();
	const [row] = await shop.db.select().from(products).where(eq(products.id, product.id));
	expect(row?.description).toBe("A new text");
});
