import { afterAll, expect, test } from "vitest";
import { startBrowser } from "../support/browser.ts";
import { createProduct } from "../support/products.ts";
import { startShop } from "../support/shop.ts";

const shop = await startShop();
const browser = startBrowser(shop);
afterAll(() => shop.stop());

test("without JavaScript, the carousel's buttons switch pictures", async () => {
	const page = await browser.newPage({ javaScript: false });
	await page.goto("/");
	await page.getByRole("link", { name: "Picture 3" }).click();
	const thirdPicture = page.getByRole("img", { name: /^Engine bay with battery/ });
	await expect.poll(async () => (await thirdPicture.boundingBox())?.x).toBe(0);
});

test("the pager shows six tools per page", async () => {
	for (let count = 0; count < 7; count++) await createProduct(shop);
	const { name } = await createProduct(shop);
	const page = await browser.newPage();
	await page.goto("/");
	expect(await page.getByRole("link", { name: /^Purchase / }).count()).toBe(6);
	const pager = page.getByRole("navigation", { name: "Pages of tools" });
	await pager.getByRole("link").last().click();
	await page.getByRole("heading", { name }).waitFor();
	await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(0);
});

test("a chart that fails to load shows why, and Retry loads it", async () => {
	const page = await browser.newPage({ allowedProblems: [/ERR_FAILED/] });
	await page.route(/sales-chart-lines/, (route) => route.abort("failed"), { times: 1 });
	await page.goto("/");
	await page.getByRole("heading", { name: "Get selling information" }).scrollIntoViewIfNeeded();
	await page.getByText("Loading chunk sales-chart failed").waitFor();
	await page.getByRole("button", { name: "Retry" }).click();
	await page.locator("#selling svg").getByText("$60K").waitFor();
	expect(await page.locator("#selling .h-100 > * > *").evaluate((box) => box.clientHeight)).toBe(
		400,
	);
});

test("the cards of tools cut nothing off at twice the text size on a phone", async () => {
	await createProduct(shop, {
		name: "Adjustable hydraulic transmission jack",
		partNumber: "TTD-1101",
	});
	const page = await browser.newPage({ width: 390 });
	await page.goto("/tools");
	const cards = page.locator(".product-card");
	const measureCutWidths = () =>
		cards.evaluateAll((elements) =>
			elements.map((card) => {
				const { right } = card.getBoundingClientRect();
				const parts = [...card.querySelectorAll(":not(.sr-only)")];
				return Math.max(...parts.map((part) => part.getBoundingClientRect().right)) - right;
			}),
		);
	expect(Math.max(...(await measureCutWidths()))).toBeLessThanOrEqual(0);
	await page.evaluate(() => {
		document.documentElement.style.fontSize = "200%";
	});
	expect(Math.max(...(await measureCutWidths()))).toBeLessThanOrEqual(0);
});
