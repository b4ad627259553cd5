import { afterAll, expect, test } from "vitest";
import { startBrowser } from "../support/browser.ts";
import { createProduct } from "../support/products.ts";
import { startShop } from "../support/shop.ts";

const shop = await startShop();
const browser = startBrowser(shop);
afterAll(() => shop.stop());

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

test("on a phone, tool cards cut nothing off at 320 px or at 200% text size", async () => {
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
	for (const width of [390, 360, 320]) {
		await page.setViewportSize({ width, height: 700 });
		expect(Math.max(...(await measureCutWidths())), `${width} px`).toBeLessThanOrEqual(0);
	}
	await page.setViewportSize({ width: 390, height: 700 });
	await page.evaluate(() => {
		document.documentElement.style.fontSize = "200%";
	});
	expect(Math.max(...(await measureCutWidths()))).toBeLessThanOrEqual(0);
});
