import type { Page } from "playwright-core";
import { afterAll, expect, test } from "vitest";
import { startBrowser, waitForHydration } from "../support/browser.ts";
import { createProduct } from "../support/products.ts";
import { startShop } from "../support/shop.ts";

const shop = await startShop();
const browser = await startBrowser(shop);
afterAll(() => shop.stop());

const names = Array.from(
	{ length: 12 },
	(_, index) => `Quorum tool ${String.fromCharCode(65 + index).repeat(2)}`,
);
// Each costs $12.50, and its minimum order is 10.
for (const name of names) await createProduct(shop, { name });
await createProduct(shop, { name: "Vernier Gearpuller" });

/** Ten lines that can be ordered, one that is misspelled and one below the minimum. */
const lines = [
	...names.slice(0, 10).map((name) => `${name}\t20`),
	"Vernier Gearpuler\t20",
	`${names[11]}\t3`,
].join("\n");

async function orderPastedLines(page: Page): Promise<void> {
	await page.goto("/basket");
	await page.getByRole("link", { name: "Paste it into a quick order" }).click();
	await page.getByLabel("Lines").fill(lines);
	await page.getByRole("button", { name: "Check", exact: true }).click();
	await page.getByText("10 of 12 lines can be ordered").waitFor();
	await page.getByText("$2,500.00").waitFor();
	await page.getByText("The minimum order is 10 pieces.").waitFor();
	await page.getByRole("radio", { name: /Vernier Gearpuller/ }).check();
	await page.getByRole("button", { name: "Raise to 10" }).click();
	await page.getByText("12 of 12 lines can be ordered").waitFor();
	await page.getByRole("button", { name: "Add 12 kinds of tool to basket" }).click();
	await page.waitForURL("/basket");
	await page.getByRole("list", { name: "12 kinds of tool" }).waitFor();
	await page.getByText("$2,875.00").waitFor();
	expect(await page.getByText("left out").count()).toBe(0);
}

test("twelve pasted lines go into the basket, one misspelled and one below the minimum", async () => {
	await orderPastedLines(await browser.newPage({ width: 390, height: 844 }));
}, 60_000);

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

test("what cannot be ordered is left out, listed on the basket page, and can be corrected there", async () => {
	const page = await browser.newPage({ width: 1280, height: 800, javaScript: false });
	await page.goto(`/quick-order?${new URLSearchParams({ lines: `${names[0]},20\nZyzzyva,5` })}`);
	await page.getByRole("button", { name: "Check", exact: true }).click();
	await page.getByRole("button", { name: "Add 1 kind of tool to basket" }).click();
	await page.getByText("Zyzzyva, 5").waitFor();
	await page.getByRole("link", { name: "Correct them" }).click();
	expect(await page.getByLabel("Lines").inputValue()).toBe("Zyzzyva\t5");
});
