import { afterAll, expect, test } from "vitest";
import { createAccount } from "../support/accounts.ts";
import { startBrowser } from "../support/browser.ts";
import { createProduct } from "../support/products.ts";
import { startShop } from "../support/shop.ts";

const shop = await startShop();
const browser = await startBrowser(shop);
afterAll(() => Promise.all([browser.close(), shop.stop()]));

test("a visitor sees the tools of the shop", async () => {
	const { name } = await createProduct(shop);
	const page = await browser.newPage();
	await page.goto("/");
	await expect.poll(() => page.getByText(name).isVisible()).toBe(true);
	await expect.poll(() => page.getByRole("link", { name: "Login" }).isVisible()).toBe(true);
});

test("without JavaScript too, on a small screen", async () => {
	const { name } = await createProduct(shop);
	const page = await browser.newPage({ width: 390, javaScript: false });
	await page.goto("/");
	expect(await page.getByText(name).isVisible()).toBe(true);
});

test("an arranged account is signed in", async () => {
	const page = await browser.newPage({ account: await createAccount(shop) });
	await page.goto("/");
	expect(await page.getByRole("link", { name: "Dashbord" }).first().isVisible()).toBe(true);
});
