import { eq } from "drizzle-orm";
import { afterAll, expect, test } from "vitest";
import { liveMs } from "#contract/limits.ts";
import { products } from "#worker/db/schema.ts";
import { createAccount } from "../support/accounts.ts";
import { startBrowser } from "../support/browser.ts";
import { createProduct } from "../support/products.ts";
import { startShop } from "../support/shop.ts";

const shop = await startShop();
const browser = await startBrowser(shop);
afterAll(() => shop.stop());

test.each(["a visitor", "a shopper"])("home refreshes automatically for %s", async (who) => {
	const { id, name } = await createProduct(shop, { quantity: 40, minimum: 5 });
	const account = who === "a shopper" ? { account: await createAccount(shop) } : {};
	const page = await browser.newPage({ ...account, mockClock: true });
	await page.goto("/?page=0");
	const card = page.getByRole("listitem").filter({ hasText: name });
	await card.getByText("In stock: 40 pieces").waitFor();
	await page.getByRole("heading", { name: "Get Car Repair Tools" }).hover();
	await page.getByRole("button", { name: "Subcribe" }).scrollIntoViewIfNeeded();
	await page.locator(".recharts-line").first().waitFor();
	const offset = await page.evaluate(() => scrollY);
	await shop.db.update(products).set({ quantity: 4 }).where(eq(products.id, id));
	await page.clock.runFor(liveMs);
	await card.getByText("Out of stock").waitFor();
	expect(await page.evaluate(() => scrollY)).toBe(offset);
});
