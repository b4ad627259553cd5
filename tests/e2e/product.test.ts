import { inArray } from "drizzle-orm";
import type { Page } from "playwright-core";
import { afterAll, expect, test } from "vitest";
import { products } from "#worker/db/schema.ts";
import { createAccount } from "../support/accounts.ts";
import { startBrowser, waitForHydration } from "../support/browser.ts";
import { readLayoutShift } from "../support/page-weight.ts";
import { createProduct, createReviewedProduct } from "../support/products.ts";
import { startShop } from "../support/shop.ts";

const shop = await startShop();
const browser = startBrowser(shop);
afterAll(() => shop.stop());

test("Purchase opens the login for a visitor and the order form for a shopper", async () => {
	const product = await createReviewedProduct(shop, 1);
	const visitor = await browser.newPage();
	await visitor.goto(`/tools/${product.id}`);
	await visitor.getByRole("link", { name: "Purchase", exact: true }).click();
	await visitor.waitForURL(`/login?from=${encodeURIComponent(`/purchase/${product.id}`)}`);
	const page = await browser.newPage({ account: await createAccount(shop) });
	await page.goto(`/tools/${product.id}`);
	await page.getByRole("link", { name: "Purchase", exact: true }).click();
	await page.getByRole("button", { name: "Confirm order" }).waitFor();
	await page.getByRole("link", { name: "Tool details" }).click();
	await page.waitForURL(`/tools/${product.id}`);
});

/** Smooth scrolling takes longer on a busy machine. */
const slowScrolling = { timeout: 10_000 };

/** Returns the index of the picture that the gallery is scrolled to. */
const getVisibleIndex = (page: Page) =>
	page
		.getByRole("region", { name: "Pictures" })
		.getByRole("list")
		.first()
		.evaluate((strip) => Math.round(strip.scrollLeft / strip.clientWidth));

test.each([
	[1280, true],
	[390, true],
	[390, false],
])(
	"the gallery scrolls with its links and the keyboard in a viewport of %i px (JavaScript: %s)",
	async (width, javaScript) => {
		const product = await createReviewedProduct(shop, 0);
		const page = await browser.newPage({ width, javaScript });
		await page.goto(`/tools/${product.id}`);
		const links = page.getByRole("navigation", { name: "Choose a picture" }).getByRole("link");
		expect(await links.count()).toBe(3);
		await page.getByRole("link", { name: "Picture 3 of 3" }).press("Enter");
		await expect.poll(() => getVisibleIndex(page), slowScrolling).toBe(2);
		await page.getByRole("link", { name: "Picture 2 of 3" }).click();
		await expect.poll(() => getVisibleIndex(page), slowScrolling).toBe(1);
		await page.getByRole("region", { name: "Pictures" }).getByRole("list").first().focus();
		const pressLeft = async () => {
			await page.keyboard.press("ArrowLeft");
			return getVisibleIndex(page);
		};
		await expect.poll(pressLeft, slowScrolling).toBe(0);
		if (javaScript) expect(await readLayoutShift(page)).toBeLessThan(0.001);
	},
);

test("the gallery starts at its first picture after a link to a similar tool", async () => {
	const [first, second] = [
		await createReviewedProduct(shop, 0),
		await createReviewedProduct(shop, 0),
	];
	const bothProducts = inArray(products.id, [first.id, second.id]);
	await shop.db.update(products).set({ priceCents: 777_700 }).where(bothProducts);
	const page = await browser.newPage();
	await page.goto(`/tools/${first.id}`);
	await waitForHydration(page);
	const links = page.getByRole("navigation", { name: "Choose a picture" }).getByRole("link");
	const getCurrentIndex = () =>
		links.evaluateAll((all) => all.findIndex((link) => link.ariaCurrent === "true"));
	await links.nth(2).click();
	await expect.poll(() => getVisibleIndex(page), slowScrolling).toBe(2);
	await expect.poll(getCurrentIndex, slowScrolling).toBe(2);
	const similarTools = page.getByRole("region", { name: "Similar tools" });
	await similarTools.getByRole("link", { name: second.name }).first().click();
	await page.getByRole("heading", { level: 1, name: second.name }).waitFor();
	expect(await getVisibleIndex(page)).toBe(0);
	await expect.poll(getCurrentIndex, slowScrolling).toBe(0);
	await links.nth(1).click();
	await expect.poll(getCurrentIndex, slowScrolling).toBe(1);
});

test("a tool card links to the tool's page", async () => {
	const product = await createProduct(shop, { createdAt: new Date(0) });
	const page = await browser.newPage();
	await page.goto("/");
	const card = page.getByRole("listitem").filter({ hasText: product.name });
	await card.click({ position: { x: 40, y: 40 } });
	await page.waitForURL(`/tools/${product.id}`);
	await page.getByRole("heading", { level: 1, name: product.name }).waitFor();
});
