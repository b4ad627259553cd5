import type { Page } from "playwright-core";
import { afterAll, expect, test } from "vitest";
import { createAccount } from "../support/accounts.ts";
import { startBrowser, waitForHydration } from "../support/browser.ts";
import { createProduct } from "../support/products.ts";
import { startShop } from "../support/shop.ts";

const shop = await startShop();
const browser = startBrowser(shop);
afterAll(() => shop.stop());

/** In Chrome and Firefox, reading these properties throws if all cookies are blocked. */
const makeStorageThrow = () => {
	for (const name of ["localStorage", "sessionStorage"]) {
		Object.defineProperty(window, name, {
			get: () => {
				throw new DOMException("Access is denied for this document.", "SecurityError");
			},
		});
	}
};

/** In a WebView without DOM storage, these properties are null. */
const makeStorageNull = () => {
	for (const name of ["localStorage", "sessionStorage"]) {
		Object.defineProperty(window, name, { value: null });
	}
};

/** Opens a page, waits until its script has run, and expects that it shows no error. */
async function visit(page: Page, path: string) {
	await page.goto(path);
	await waitForHydration(page);
	await page.getByRole("heading", { level: 1 }).waitFor();
	expect(await page.getByText("Something went wrong").count()).toBe(0);
}

test.each([
	["throws", makeStorageThrow],
	["is null", makeStorageNull],
])("pages and their scripts work in a browser whose storage %s", async (_, disableStorage) => {
	const account = await createAccount(shop);
	const product = await createProduct(shop);
	const visitorPage = await browser.newPage();
	await visitorPage.addInitScript(disableStorage);
	for (const path of ["/", `/tools/${product.id}`, "/login"]) await visit(visitorPage, path);
	await visitorPage.getByRole("checkbox", { name: "See password" }).check();
	await expect
		.poll(() => visitorPage.getByLabel("Password", { exact: true }).getAttribute("type"))
		.toBe("text");
	const cookie = { name: "session", value: account.session, url: shop.url } as const;
	await visitorPage.context().addCookies([cookie]);
	await visit(visitorPage, `/purchase/${product.id}`);
	// React Router's `<ScrollRestoration>` logs an error when it reads scroll positions, and throws when it removes invalid ones.
	const allowedProblems = [
		/^console: .*(?:Access is denied|reading 'getItem')/,
		/^page error: .*(?:Access is denied|reading 'removeItem')/,
	];
	const page = await browser.newPage({ account, allowedProblems });
	await page.addInitScript(disableStorage);
	await visit(page, "/dashbord/myorders");
	await page.getByRole("link", { name: "My profile" }).click();
	await page.getByRole("heading", { name: "My profile" }).waitFor();
	await page.goBack();
	await page.getByRole("heading", { name: "My Orders" }).waitFor();
	await page.reload();
	await waitForHydration(page);
});
