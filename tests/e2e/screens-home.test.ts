import type { Page } from "playwright-core";
import { afterAll, expect, test } from "vitest";
import { createId } from "#worker/auth/tokens.ts";
import { products, reviews } from "#worker/db/schema.ts";
import { getSender } from "#worker/services/email.ts";
import chartRecords from "../../public/data.json";
import { startBrowser } from "../support/browser.ts";
import { createProduct } from "../support/products.ts";
import { startShop } from "../support/shop.ts";

const shop = await startShop();
const browser = startBrowser(shop);
afterAll(() => shop.stop());

async function openHome(javaScript = false): Promise<Page> {
	const page = await browser.newPage({ javaScript });
	await page.goto("/");
	return page;
}

const getSection = (page: Page, name: string) => page.getByRole("region", { name });
const contactHeading = "Any Question about us or get a products Request ?";

test.each([true, false])(
	"the carousel shows three pictures with buttons 1 to 3 (JavaScript: %s)",
	async (javaScript) => {
		const page = await openHome(javaScript);
		const carousel = getSection(page, "From the tool room");
		const pictures = carousel.getByRole("img");
		expect(await pictures.count()).toBe(3);
		const buttons = carousel.getByRole("navigation", { name: "Pictures" }).getByRole("link");
		expect(await buttons.allTextContents()).toEqual(["1", "2", "3"]);
		for (const index of [2, 1, 0]) {
			await buttons.nth(index).click();
			await expect.poll(async () => (await pictures.nth(index).boundingBox())?.x).toBe(0);
		}
	},
);

test("the home page shows six tools per page in three columns, with a button for each page", async () => {
	const createdProducts = await Promise.all(Array.from({ length: 8 }, () => createProduct(shop)));
	const pageCount = Math.ceil((await shop.db.$count(products)) / 6);
	const page = await openHome(true);
	const grid = getSection(page, "Get Car Repair Tools");
	await grid.getByRole("heading", { name: "Get Car Repair Tools" }).waitFor();
	expect(await grid.getByRole("link", { name: /^Purchase / }).count()).toBe(6);
	const leftEdges = await grid
		.locator("h3")
		.evaluateAll((cards) => cards.map((card) => card.getBoundingClientRect().left));
	expect(new Set(leftEdges).size).toBe(3);
	const pager = grid.getByRole("navigation", { name: "Pages of tools" });
	expect(await pager.getByRole("link").count()).toBe(pageCount);
	expect(await pager.locator("[aria-current=page]").textContent()).toBe("1");
	expect((await page.goto("/?page=0"))?.status()).toBe(200);
	await page.getByText(`Page 1 of ${pageCount}`).waitFor();
	const purchaseLink = grid.getByRole("link", { name: /^Purchase / }).first();
	const firstName = await grid.locator("h3").first().textContent();
	const product = createdProducts.find(({ name }) => name === firstName);
	expect(await purchaseLink.getAttribute("href")).toBe(`/purchase/${product?.id}`);
	await pager.getByRole("link").last().click();
	await page.getByText(`Page ${pageCount} of ${pageCount}`).waitFor();
	const lastName = await grid.locator("h3").last().textContent();
	expect(lastName).not.toBe(firstName);
	expect(createdProducts.map(({ name }) => name)).toContain(lastName);
	await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(0);
});

test("the line chart is 400 pixels high and shows sell and revenue by month", async () => {
	const page = await openHome(true);
	const chart = getSection(page, "Get selling information");
	await chart.getByRole("heading", { name: "Get selling information" }).scrollIntoViewIfNeeded();
	const plot = chart.locator("svg.recharts-surface[height='400']");
	await plot.waitFor();
	expect(await plot.locator(".recharts-line").count()).toBe(2);
	await chart.getByText(/^sell/).first().waitFor();
	await chart
		.getByText(/^revenue/)
		.first()
		.waitFor();
	const months = await plot.locator(".recharts-xAxis-tick-labels tspan").allTextContents();
	expect(months.length).toBeGreaterThan(3);
	expect(chartRecords.map(({ month }) => month)).toEqual(expect.arrayContaining(months));
});

test("the contact and subscribe sections show their text, and their buttons do not leave the page", async () => {
	const page = await openHome(true);
	const { email } = getSender(shop.env.MAIL_FROM);
	const contact = getSection(page, contactHeading);
	await contact.getByText("Don't fell shy to contact us", { exact: true }).waitFor();
	const subscribe = getSection(page, "Subscribe Now !");
	await subscribe.getByRole("textbox", { name: "Email" }).fill("no address");
	await subscribe.getByRole("button", { name: "Subcribe", exact: true }).click();
	expect(await page.getByText("Please provide a valid email").count()).toBe(0);
	for (const name of ["Request For Quote", "Contact Us"]) {
		await contact.getByRole("button", { name, exact: true }).click();
		await page.getByRole("heading", { name: "Email us" }).waitFor();
		const address = page.getByRole("link", { name: email });
		expect(await address.getAttribute("href")).toBe(`mailto:${email}`);
		await page.keyboard.press("Escape");
	}
	expect(new URL(page.url()).pathname).toBe("/");
});

/** Adds reviews, each newer than the previous one. */
async function addReviews(count: number) {
	const rows = Array.from({ length: count }, (_, index) => ({
		id: createId(),
		review: `Word ${index} of ${createId()}`,
		ratings: `${index}/5 stars`,
		name: `Reviewer ${index}`,
		email: "reviewer@example.com",
		img: "/pictures/people/tom.svg",
		createdAt: new Date(Date.now() + 1000 * index),
	}));
	await shop.db.insert(reviews).values(rows);
	return rows;
}

test("the home page shows the three newest reviews, newest first", async () => {
	const [, , third, fourth, last] = await addReviews(5);
	const page = await openHome();
	const list = getSection(page, "All Review").getByRole("listitem");
	expect(await list.count()).toBe(3);
	for (const [index, row] of [last, fourth, third].entries()) {
		const card = list.nth(index);
		await card.getByText(row?.review ?? "", { exact: true }).waitFor();
		await card.getByText(row?.name ?? "", { exact: true }).waitFor();
		await card.getByText(row?.ratings ?? "").waitFor();
		const avatar = card.locator("img");
		expect(await avatar.getAttribute("src")).toBe(row?.img);
		const { width = 0, height } = (await avatar.boundingBox()) ?? {};
		expect(width).toBe(height);
		const radius = await avatar.evaluate((img) =>
			Number.parseFloat(getComputedStyle(img).borderRadius),
		);
		expect(radius).toBeGreaterThanOrEqual(width / 2);
	}
});
