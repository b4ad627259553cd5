import { afterAll, expect, test } from "vitest";
import { startBrowser } from "../support/browser.ts";
import { createProduct } from "../support/products.ts";
import { startShop } from "../support/shop.ts";

const shop = await startShop();
const browser = await startBrowser(shop);
afterAll(() => Promise.all([browser.close(), shop.stop()]));

test("an empty shop says so", async () => {
	const page = await browser.newPage();
	await page.goto("/");
	await page.getByText("There are no tools in the shop yet.").waitFor();
	await page.getByText("No one has written a review yet.").waitFor();
});

test("the carousel's buttons show a picture without script", async () => {
	const page = await browser.newPage({ javaScript: false });
	await page.goto("/");
	await page.getByRole("link", { name: "Picture 3" }).click();
	const third = page.getByRole("img", { name: /^Engine bay with battery/ });
	await expect.poll(async () => (await third.boundingBox())?.x).toBe(0);
});

test.each([true, false])("the pager turns six tools at a time, script: %s", async (javaScript) => {
	for (let made = 0; made < 7; made++) await createProduct(shop);
	const { name } = await createProduct(shop);
	const page = await browser.newPage({ javaScript });
	await page.goto("/");
	expect(await page.getByRole("link", { name: /^Purchase / }).count()).toBe(6);
	const pager = page.getByRole("navigation", { name: "Pages of tools" });
	await pager.getByRole("link").last().click();
	await page.getByRole("heading", { name }).waitFor();
	await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(0);
});

test("a page after the last one leads back", async () => {
	const { name } = await createProduct(shop, { createdAt: new Date(0) });
	const page = await browser.newPage();
	await page.goto("/?page=999");
	await page.getByText("That page doesn't exist").waitFor();
	await page.getByRole("link", { name: "Back to the first page" }).click();
	await page.getByRole("heading", { name }).waitFor();
});

test("a tool below its minimum can not be bought", async () => {
	const early = new Date(0);
	const { name } = await createProduct(shop, { quantity: 9, minimum: 10, createdAt: early });
	const page = await browser.newPage();
	await page.goto("/");
	const card = page.getByRole("listitem").filter({ hasText: name });
	await card.getByText("Out of stock").waitFor();
	expect(await card.getByRole("button", { name: "Try Later" }).isDisabled()).toBe(true);
	expect(await card.locator("a[href^='/purchase/']").count()).toBe(0);
});

test("the chart that did not load says so and comes when asked again", async () => {
	const page = await browser.newPage({ allow: [/ERR_FAILED/] });
	await page.route(/sales-chart-lines/, (route) => route.abort("failed"), { times: 1 });
	await page.goto("/");
	await page.getByRole("heading", { name: "Get selling information" }).scrollIntoViewIfNeeded();
	await page.getByText("Loading chunk sales-chart failed").waitFor();
	await page.getByRole("button", { name: "Retry" }).click();
	await page.locator("#selling svg").getByText("$60K").waitFor();
	expect(await page.locator("#selling .chart-box").evaluate((box) => box.clientHeight)).toBe(400);
});

test.each([
	["/blogs", "Blogs", 200],
	["/potfolio", "Portfolio", 200],
	["/no/such/page", "There is nothing here", 404],
])("%s is text only", async (path, heading, status) => {
	const page = await browser.newPage({ allow: [/404 \(Not Found\)/] });
	const response = await page.goto(path);
	expect(response?.status()).toBe(status);
	await page.getByRole("heading", { level: 1, name: heading }).waitFor();
	expect(await page.locator("script").count()).toBe(0);
});

test("the navbar's link to a static page brings no script along", async () => {
	const page = await browser.newPage();
	await page.goto("/login");
	const bar = page.getByRole("navigation", { name: "Main" });
	await bar.getByRole("link", { name: "Portfolio" }).click();
	await page.getByRole("heading", { name: "What I build with" }).waitFor();
	expect(await page.locator("script").count()).toBe(0);
});
