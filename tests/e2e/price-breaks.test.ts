import { eq } from "drizzle-orm";
import type { Page } from "playwright-core";
import { afterAll, expect, test } from "vitest";
import { findBrokenRule } from "#contract/order-rules.ts";
import { orders } from "#worker/db/schema.ts";
import { createAccount } from "../support/accounts.ts";
import { startBrowser, waitForHydration } from "../support/browser.ts";
import { isFocused } from "../support/keyboard.ts";
import { confirmOrder, fillDelivery } from "../support/order-form.ts";
import { createProduct } from "../support/products.ts";
import { startShop } from "../support/shop.ts";

const shop = await startShop();
const browser = startBrowser(shop);
afterAll(() => shop.stop());

const createTool = () =>
	createProduct(shop, {
		priceCents: 500,
		minimum: 12,
		orderMultiple: 12,
		quantity: 300,
		priceBreaks: [
			[48, 460],
			[96, 430],
		],
	});

const waitForBuyForm = (page: Page) => page.locator("[data-buy-form=started]").waitFor();

test("a shopper buys enough pieces for a price break", async () => {
	const { id } = await createTool();
	const page = await browser.newPage({
		account: await createAccount(shop),
		width: 390,
		height: 844,
	});
	await page.goto(`/tools/${id}`);
	expect(await page.getByRole("row").allTextContents()).toEqual([
		"PiecesPrice per piece",
		"12+$5.00",
		"48+$4.60",
		"96+$4.30",
	]);
	const quantity = page.getByLabel("Quantity");
	expect(await quantity.inputValue()).toBe("12");
	await waitForBuyForm(page);
	const currentRow = page.locator("tr[aria-current]");
	await quantity.fill("90");
	await page.getByRole("button", { name: "Cartons of 12: round up to 96" }).click();
	expect(await page.getByRole("status").first().textContent()).toBe("$412.80");
	expect(await currentRow.textContent()).toBe("96+$4.30");
	await quantity.fill("84");
	expect(await currentRow.textContent()).toBe("48+$4.60");
	await page.getByRole("button", { name: "Add 12 more to pay $4.30 each" }).click();
	await page.getByRole("link", { name: "Purchase", exact: true }).click();
	await page.waitForURL(`/purchase/${id}?quantity=96`);
	expect(await page.getByLabel("Order quantity").inputValue()).toBe("96");
	await waitForHydration(page);
	await page.getByText("$412.80").waitFor();
	await fillDelivery(page);
	await confirmOrder(page);
	await page.waitForURL(/\/dashbord\/payment\//);
	expect(await page.getByText("$412.80").count()).toBeGreaterThan(0);
	expect(await shop.db.select().from(orders).where(eq(orders.productId, id))).toMatchObject([
		{ quantity: 96, toolPriceCents: 430 },
	]);
});

test("Purchase stays on the page and says why if the quantity cannot be ordered", async () => {
	const tool = await createTool();
	const page = await browser.newPage();
	await page.goto(`/tools/${tool.id}`);
	await waitForBuyForm(page);
	const quantity = page.getByLabel("Quantity");
	await quantity.fill("");
	await page.getByRole("link", { name: "Purchase", exact: true }).click();
	await page.getByText("Enter a quantity").waitFor();
	expect(await isFocused(quantity)).toBe(true);
	await quantity.fill("1e2");
	await page.getByRole("link", { name: "Purchase", exact: true }).click();
	await page.getByText("Enter a whole number").waitFor();
	await quantity.fill("312");
	await quantity.press("Tab");
	await page.getByText(findBrokenRule(tool, 312)?.message ?? "no error").waitFor();
	await quantity.fill("24");
	expect(await quantity.getAttribute("aria-invalid")).toBeNull();
	await page.getByRole("link", { name: "Purchase", exact: true }).click();
	await page.waitForURL(`/login?from=${encodeURIComponent(`/purchase/${tool.id}?quantity=24`)}`);
});
