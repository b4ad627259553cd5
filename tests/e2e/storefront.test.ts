import { afterAll, expect, test } from "vitest";
import { errors } from "#contract/errors.ts";
import { startBrowser } from "../support/browser.ts";
import { createProduct } from "../support/products.ts";
import { startShop } from "../support/shop.ts";

const shop = await startShop();
const browser = await startBrowser(shop);
afterAll(() => shop.stop());

test("the carousel's buttons show a picture without JavaScript", async () => {
	const page = await browser.newPage({ javaScript: false });
	await page.goto("/");
	await page.getByRole("link", { name: "Picture 3" }).click();
	const third = page.getByRole("img", { name: /^Engine bay with battery/ });
	await expect.poll(async () => (await third.boundingBox())?.x).toBe(0);
});

test.each([true, false])(
	"the pager shows six tools per page (JavaScript: %s)",
	async (javaScript) => {
		for (let count = 0; count < 7; count++) await createProduct(shop);
		const { name } = await createProduct(shop);
		const page = await browser.newPage({ javaScript });
		await page.goto("/");
		expect(await page.getByRole("link", { name: /^Purchase / }).count()).toBe(6);
		const pager = page.getByRole("navigation", { name: "Pages of tools" });
		await pager.getByRole("link").last().click();
		await page.getByRole("heading", { name }).waitFor();
		await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(0);
	},
);

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

test("the 404 page of an unknown path has a picture and its own title", async () => {
	const page = await browser.newPage({ javaScript: false, allowedProblems: [/404 \(Not Found\)/] });
	expect((await page.goto("/no/such/page"))?.status()).toBe(404);
	await page.getByRole("heading", { level: 1, name: errors.not_found.message }).waitFor();
	expect(await page.locator("head title").allTextContents()).toEqual(["404 – Torque Tool Depot"]);
	const picture = page.getByRole("img", { name: /404/ });
	await expect
		.poll(() => picture.evaluate((img) => img.getBoundingClientRect().width))
		.toBeGreaterThan(100);
	const src = await picture.getAttribute("src");
	expect((await shop.fetch(src ?? "")).headers.get("Content-Type")).toContain("image/");
});

test("the blogs page has six questions, and the portfolio has skills and three external links", async () => {
	const page = await browser.newPage({ javaScript: false });
	await page.goto("/blogs");
	const questions = await page.getByRole("article").getByRole("heading").allTextContents();
	const topics = [
		/performance of a React/,
		/manage state/,
		/prototypal inheritance/,
		/set the state directly/,
		/products by name/,
		/unit test/,
	];
	expect(questions).toEqual(topics.map((topic) => expect.stringMatching(topic)));
	await page.goto("/potfolio");
	await page.getByRole("heading", { level: 1, name: "Portfolio" }).waitFor();
	await page.getByRole("heading", { name: "Skills" }).waitFor();
	const links = await page
		.getByRole("main")
		.getByRole("link")
		.evaluateAll((all) => all.map((link) => link.getAttribute("href") ?? ""));
	const hosts = new Set(links.map((href) => new URL(href).host));
	expect([links.length, hosts.size]).toEqual([3, 3]);
	expect(hosts).not.toContain(new URL(shop.url).host);
});
