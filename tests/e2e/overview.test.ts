import { afterAll, expect, test } from "vitest";
import { createAdmin } from "../support/accounts.ts";
import { startBrowser } from "../support/browser.ts";
import { addOrder, daysAgo } from "../support/orders.ts";
import { createProduct } from "../support/products.ts";
import { createJsonInit, startShop } from "../support/shop.ts";

const shop = await startShop();
const browser = startBrowser(shop);
afterAll(() => shop.stop());

const admin = await createAdmin(shop);
const product = await createProduct(shop, { quantity: 12 });
for (const days of [0, 40]) {
	await addOrder(shop, { productId: product.id, paidAt: daysAgo(days) });
}

test("the chart shows 30 days or 12 months", async () => {
	const page = await browser.newPage({ account: admin });
	await page.goto("/dashbord/overview");
	await page.locator(".recharts-line").first().waitFor();
	expect(await page.locator(".recharts-line-dots").first().locator("circle").count()).toBe(30);
	await page.getByRole("link", { name: "Last 12 months" }).click();
	await page.waitForURL("**/dashbord/overview?span=months");
	const dots = page.locator(".recharts-line-dots").first().locator("circle");
	await expect.poll(() => dots.count()).toBe(12);
});

test("the audit log can be filtered with the keyboard alone", async () => {
	await admin.fetch(`/products/${product.id}`, createJsonInit({ updatequantity: 9 }, "PUT"));
	const page = await browser.newPage({ account: admin });
	await page.goto("/dashbord/audit");
	await page.getByLabel("Action", { exact: true }).focus();
	await page.keyboard.type("Stock");
	await page.keyboard.press("Tab");
	await page.keyboard.type(admin.email);
	await page.keyboard.press("Enter");
	await page.waitForURL("**/audit?action=stock-set&search=*");
	await page.getByRole("cell", { name: "12 → 9" }).waitFor();
	await page.getByRole("link", { name: "Clear search" }).waitFor();
});
