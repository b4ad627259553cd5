import { afterAll, expect, test } from "vitest";
import { startBrowser, waitForHydration } from "../support/browser.ts";
import { createProduct } from "../support/products.ts";
import { startShop } from "../support/shop.ts";

const shop = await startShop();
const browser = await startBrowser(shop);
afterAll(() => shop.stop());

const names = ["Quorum tool AA", "Quorum tool BB"];
// The minimum order of each is 10.
for (const name of names) await createProduct(shop, { name });

test("a checked list is still there after a reload and after a look at one of its tools, and gone once it is in the basket", async () => {
	const page = await browser.newPage();
	await page.goto("/quick-order");
	await waitForHydration(page);
	await page.getByLabel("Lines").fill(`${names[0]}\t3\n${names[1]}\t20`);
	await page.getByRole("button", { name: "Check", exact: true }).click();
	await page.getByRole("button", { name: "Raise to 10" }).click();
	await page.getByText("2 of 2 lines can be ordered").waitFor();
	const kept = `${names[0]}\t10\n${names[1]}\t20`;
	await expect.poll(() => new URL(page.url()).searchParams.get("lines")).toBe(kept);
	await page.getByRole("link", { name: names[0] ?? "" }).click();
	await page.waitForURL(/\/tools\//);
	await page.goBack();
	expect(await page.getByLabel("Lines").inputValue()).toBe(kept);
	await page.getByRole("button", { name: "Check", exact: true }).click();
	await page.getByRole("button", { name: "Add 2 kinds of tool to basket" }).click();
	await page.waitForURL("/basket");
	await page.goBack();
	expect(new URL(page.url()).search).toBe("");
});
