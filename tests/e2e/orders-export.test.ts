import { readFile } from "node:fs/promises";
import { afterAll, expect, test } from "vitest";
import { createAdmin } from "../support/accounts.ts";
import { startBrowser } from "../support/browser.ts";
import { addOrder } from "../support/orders.ts";
import { createProduct } from "../support/products.ts";
import { startShop } from "../support/shop.ts";

const shop = await startShop();
const browser = await startBrowser(shop);
afterAll(() => shop.stop());

const { id: productId } = await createProduct(shop);
await addOrder(shop, { productId });
await addOrder(shop, { productId, paidAt: new Date() });

const openPaidOrders = async (javaScript: boolean) => {
	const page = await browser.newPage({
		account: await createAdmin(shop),
		javaScript,
		width: 390,
		allowedProblems: [/orders\.csv/],
	});
	await page.goto("/dashbord/manageAllorders?state=paid");
	return page;
};

test.each([true, false])(
	"Export as CSV downloads the orders of the filtered table (JavaScript: %s)",
	async (javaScript) => {
		const page = await openPaidOrders(javaScript);
		const download = page.waitForEvent("download");
		await page.getByRole("link", { name: "Export as CSV" }).focus();
		await page.keyboard.press("Enter");
		const file = await download;
		expect(file.suggestedFilename()).toMatch(/^orders-\d{4}-\d\d-\d\d\.csv$/);
		const text = await readFile(await file.path(), "utf8");
		expect(text.trim().split("\r\n")).toHaveLength(2);
	},
);
